#include "misuse.h"

namespace vksort {

const char* describe(SortStatus status) {
  switch (status) {
    case SortStatus::ok:
      return "ok";
    case SortStatus::no_sorter:
      return "record(): the Sorter was never created, or was moved from";
    case SortStatus::null_command_buffer:
      return "record(): command_buffer must not be null";
    case SortStatus::null_keys_buffer:
      return "record(): SortInfo::keys.buffer must not be null";
    case SortStatus::null_values_buffer:
      return "record(): SortInfo::values.buffer must not be null when values are in a buffer of their own";
    case SortStatus::null_descriptor_set:
      return "record(): SortInfo::descriptor_set must not be null when push descriptors are not enabled";
    case SortStatus::needless_descriptor_set:
      return "record(): SortInfo::descriptor_set must be null when push descriptors are enabled";
    case SortStatus::null_hook_set:
      return "record(): SortInfo::hook_set must not be null with a SorterInfo::hook that has a set_layout";
    case SortStatus::needless_hook_set:
      return "record(): SortInfo::hook_set must be null without a SorterInfo::hook that has a set_layout";
    case SortStatus::misaligned_keys_offset:
      return "record(): SortInfo::keys.offset must be a multiple of the element size (4 bytes, 8 if interleaved or "
             "u64)";
    case SortStatus::misaligned_values_offset:
      return "record(): SortInfo::values.offset must be a multiple of 4 bytes";
    case SortStatus::keys_range_too_small:
      return "record(): SortInfo::first + count elements must fit SortInfo::keys.size";
    case SortStatus::values_range_too_small:
      return "record(): SortInfo::first + count elements must fit SortInfo::values.size";
    case SortStatus::keys_range_past_buffer:
      return "record(): SortInfo::keys must lie inside its buffer";
    case SortStatus::values_range_past_buffer:
      return "record(): SortInfo::values must lie inside its buffer";
    case SortStatus::keys_range_too_large:
      return "record(): the sorted part of SortInfo::keys, from the aligned offset below it, must not exceed "
             "maxStorageBufferRange";
    case SortStatus::values_range_too_large:
      return "record(): the sorted part of SortInfo::values, from the aligned offset below it, must not exceed "
             "maxStorageBufferRange";
    case SortStatus::too_few_queries:
      return "record(): SortInfo::timestamps.count must be at least Plan::timestamps of SortInfo::count or lists";
    case SortStatus::overlapping_ranges:
      return "record(): the sorted parts of SortInfo::keys and SortInfo::values must not overlap";
    case SortStatus::needless_device_count:
      return "record(): SortInfo::device_count must be null unless SorterInfo::count is Count::device";
    case SortStatus::needless_state:
      return "record(): SortInfo::state must be null without Count::device, Count::lists or SorterInfo::coherent";
    case SortStatus::needless_lists:
      return "record(): SortInfo::lists.buffer must be null unless SorterInfo::count is Count::lists";
    case SortStatus::null_lists_buffer:
      return "record(): SortInfo::lists.buffer must not be null with Count::lists";
    case SortStatus::misaligned_lists_offset:
      return "record(): SortInfo::lists.offset must be a multiple of 4 bytes";
    case SortStatus::too_many_lists:
      return "record(): SortInfo::lists.list_count must be at most kMaxLists";
    case SortStatus::misaligned_scratch_offset:
      return "record(): SortInfo::scratch.offset must be a multiple of 4 bytes";
    case SortStatus::scratch_range_too_small:
      return "record(): SortInfo::scratch.size must be at least Sorter::scratchBytes()";
    case SortStatus::overlapping_scratch:
      return "record(): SortInfo::scratch must not overlap the elements that may be sorted, the count or the state";
    case SortStatus::scratch_range_past_buffer:
      return "record(): SortInfo::scratch must lie inside its buffer";
    case SortStatus::null_scratch_buffer:
      return "record(): SortInfo::scratch.buffer must not be null with SorterInfo::always_lends where "
             "Sorter::scratchBytes() is not 0";
    case SortStatus::above_max_count:
      return "record(): SortInfo::count, with Count::lists SortInfo::lists.largest, must be at most "
             "SorterInfo::max_count";
    case SortStatus::overlapping_lists:
      return "record(): SortInfo::lists must not overlap the elements that may be sorted";
    case SortStatus::lists_past_buffer:
      return "record(): SortInfo::lists must lie inside its buffer";
    case SortStatus::null_count_buffer:
      return "record(): SortInfo::device_count.buffer must not be null with Count::device";
    case SortStatus::null_state_buffer:
      return "record(): SortInfo::state.buffer must not be null with Count::device, Count::lists or "
             "SorterInfo::coherent";
    case SortStatus::misaligned_count_offset:
      return "record(): SortInfo::device_count.offset must be a multiple of 4 bytes";
    case SortStatus::misaligned_state_offset:
      return "record(): SortInfo::state.offset must be a multiple of 4 bytes";
    case SortStatus::state_range_too_small:
      return "record(): SortInfo::state.size must be at least kStateBytes, with Count::lists listStateBytes() of the "
             "lists";
    case SortStatus::overlapping_count:
      return "record(): SortInfo::device_count must not overlap the elements that may be sorted";
    case SortStatus::overlapping_state:
      return "record(): SortInfo::state must not overlap the elements that may be sorted, nor the count or the lists";
    case SortStatus::count_past_buffer:
      return "record(): SortInfo::device_count must lie inside its buffer";
    case SortStatus::state_range_past_buffer:
      return "record(): SortInfo::state must lie inside its buffer";
    case SortStatus::needless_values:
      return "record(): SortInfo::values.buffer must be null when no values are in a buffer of their own";
  }
  return "unknown status";
}

}  // namespace vksort
