#include "device/log.h"

namespace vksort {
namespace {

struct Row {
  Argument argument;
  Fault fault;
  const char* text;
};

// The rules of a range. A row before it replaces the text of a rule.
#define VKSORT_RANGE(argument, name, alignment, size)                                                               \
  {Argument::argument, Fault::missing, "record(): " name ".buffer must not be null"},                               \
      {Argument::argument, Fault::whole_size, "record(): " name ".size must be in bytes, not VK_WHOLE_SIZE"},       \
      {Argument::argument, Fault::misaligned, "record(): " name ".offset must be a multiple of " alignment},        \
      {Argument::argument, Fault::too_small, "record(): " name ".size must be at least " size},                     \
      {Argument::argument, Fault::overlapping, "record(): " name " must not overlap the other ranges of the call"}, \
      {Argument::argument, Fault::past_buffer, "record(): " name " must lie inside its buffer"}, {                  \
    Argument::argument, Fault::too_large,                                                                           \
        "record(): the part of " name " from the aligned offset below it must not exceed maxStorageBufferRange"     \
  }

constexpr Row kRows[] = {
    {Argument::none, Fault::none, "ok"},
    {Argument::sorter, Fault::missing,
     "record(): the Sorter, Toolkit or Verifier was never created, or was moved from"},
    {Argument::sorter, Fault::invalid,
     "the Toolkit was created without this tool: add it to ToolkitInfo::tools. recordCulledSort() and "
     "recordSelectedSort(): the Sorter must have Payload::u32 and the key_bits of the key type"},
    {Argument::info, Fault::missing, "record(): pointers to structs must not be null"},
    {Argument::command_buffer, Fault::missing, "record(): command_buffer must not be null"},
    VKSORT_RANGE(keys, "keys", "4 bytes, or 8 if an element has 8 bytes",
                 "first + count elements (RecordStatus::needed bytes)"),
    VKSORT_RANGE(payload, "payload", "4 bytes", "first + count elements (RecordStatus::needed bytes)"),
    {Argument::payload, Fault::unexpected, "record(): payload.buffer must be null with Payload::none and interleaved"},
    {Argument::count, Fault::too_large,
     "record(): count must be at most SorterInfo::max_count, and what the device can sort: maxCounts() "
     "(RecordStatus::allowed elements)"},
    {Argument::key_type, Fault::invalid,
     "record(): key_type must be u64 with SorterInfo::key_bits 64, and u32, i32 or f32 with 32. recordSelect(): u64 "
     "needs 2 or 3 element_words. recordCull(): must not be u64"},
    {Argument::order, Fault::invalid, "record(): order must be a value of Order"},
    {Argument::nan_rule, Fault::invalid, "record(): nan_rule must be a value of NanRule"},
    {Argument::significant_bits, Fault::too_large,
     "record(): significant_bits.first + count must be at most SorterInfo::key_bits, of a Toolkit 32 or 64, and of "
     "cells at most 32 bits"},
    VKSORT_RANGE(scratch, "scratch", "4 bytes",
                 "scratchBytes(count), or `count` structures for a gather in place (RecordStatus::needed bytes)"),
    {Argument::scratch, Fault::unexpected,
     "record(): scratch.buffer must be null with Scratch::never, and with a GatherInfo::target"},
    {Argument::descriptor_set, Fault::missing,
     "record(): descriptor_set must not be null when push descriptors are not enabled"},
    {Argument::descriptor_set, Fault::unexpected,
     "record(): descriptor_set must be null when push descriptors are enabled"},
    {Argument::timestamps, Fault::unexpected,
     "record(): timestamps must be null on a device whose queues with compute have no timestampValidBits"},
    VKSORT_RANGE(count_buffer, "the buffer of the indirect count", "4 bytes", "4 bytes"),
    {Argument::count_buffer, Fault::invalid,
     "recordCull(): count_source must be in the buffer of CullInfo::kept; recordSelect(): count_source and k_source "
     "must be in the buffer of SelectInfo::selected"},
    {Argument::segments, Fault::too_large,
     "record(): max_segment, or count if it is 0, must be at most MaxCounts::segment "
     "(RecordStatus::allowed elements); recordSelect(): the table must not exceed maxStorageBufferRange"},
    {Argument::segments, Fault::invalid,
     "recordSelectedSort(): SelectInfo::row_count must be 0 or 1, and segments.buffer must be null"},
    VKSORT_RANGE(segments, "the segment table", "4 bytes", "8 bytes for each segment"),
    {Argument::segments, Fault::unexpected,
     "record(): segments are sorted in place, so the Sorter must not have Scratch::required"},
    {Argument::work, Fault::too_large,
     "record(): the work buffer for segment_count segments must fit maxStorageBufferRange (RecordStatus::allowed "
     "segments)"},
    VKSORT_RANGE(work, "work", "4 bytes",
                 "VKSORT_WORK_BYTES, or VKSORT_SEGMENT_WORK_BYTES() for segments (RecordStatus::needed bytes)"),
    {Argument::ordering, Fault::invalid, "record(): each member of VerifyInfo::ordering must be a value of its type"},
    VKSORT_RANGE(result, "result", "4 bytes", "16 bytes"),
    VKSORT_RANGE(source, "source", "4 bytes",
                 "first + 1 structures, in place or with segments first + count, of a select those of the rows "
                 "(RecordStatus::needed bytes)"),
    VKSORT_RANGE(target, "the range that is written", "4 bytes", "what the header says (RecordStatus::needed bytes)"),
    VKSORT_RANGE(indices, "indices", "4 bytes",
                 "first + count elements, of a select row_count * k (RecordStatus::needed bytes)"),
    VKSORT_RANGE(count_target, "the CountTarget", "4 bytes", "4 bytes"),
    {Argument::count_target, Fault::invalid, "record(): CountTarget::command_offset must not be equal to its offset"},
    {Argument::element_words, Fault::invalid,
     "record(): element_words must be 1 to 3 of a SortedRange or a SelectInfo, and 1 to 64 of structures"},
};
#undef VKSORT_RANGE

}  // namespace

}  // namespace vksort

const char* vksortDescribe(vksortRecordStatus status) {
  for (const vksort::Row& row : vksort::kRows) {
    if (row.argument == status.argument && row.fault == status.fault) return row.text;
  }
  return "no status of this library";
}
