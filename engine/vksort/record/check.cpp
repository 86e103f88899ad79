#include "record/check.h"

namespace vksort {
namespace {

constexpr VkDeviceSize kWord = 4;

Part wordsPart(std::uint64_t words) { return {0, static_cast<std::uint32_t>(words), kWord, kWord}; }

// Returns the reason why decide() refused a call.
RecordStatus refusalOf(const SorterState& sorter, const Call& call, const Request& request) {
  const MaxCounts max = sorter.maxCounts();
  if (request.mode == Mode::segments) {
    if (max.segment == 0) return {Argument::segments, Fault::unexpected, 0, 0};
    const std::uint32_t most = sorter.algorithms().bitonic.max_segments;
    if (request.segment_count > most) return {Argument::work, Fault::too_large, 0, most};
    return {Argument::segments, Fault::too_large, 0, max.segment};
  }
  if (request.count > max.with_scratch) return {Argument::count, Fault::too_large, 0, max.with_scratch};
  const VkDeviceSize needed = sorter.scratchWords(request.count) * kWord;
  return {Argument::scratch, call.sort.scratch.buffer ? Fault::too_small : Fault::missing, needed, 0};
}

}  // namespace

CallRanges rangesOf(const SorterState& sorter, const Call& call, const Decision& decision) {
  CallRanges out;
  auto& [keys, payload, count, segments, work, scratch] = out.list;
  const Layout& layout = sorter.algorithms().configuration().layout;
  const SortInfo& sort = call.sort;
  keys = {Argument::keys, sort.keys, {sort.first, sort.count, layout.key_bytes, layout.alignment}, true, true, {}};
  payload = {Argument::payload, sort.payload, {sort.first, sort.count, kWord, kWord}, layout.split, true, {}};
  if (call.indirect) {
    const CountSource& source = call.indirect->count;
    count = {Argument::count_buffer, {source.buffer, source.offset, kWord}, wordsPart(1), true, false, {}};
    work = {Argument::work, call.indirect->work, wordsPart(VKSORT_WORK_BYTES / kWord), true, false, {}};
  }
  if (const SegmentInfo* const info = call.segments) {
    const std::uint64_t words = std::uint64_t{info->segment_count} * 2;
    const Range table = {info->table, info->table_offset, words * kWord};
    segments = {Argument::segments, table, wordsPart(words), true, false, {}};
    const Part all = wordsPart(VKSORT_SEGMENT_WORK_BYTES(info->segment_count) / kWord);
    work = {Argument::work, info->work, all, true, false, {}};
  }
  const std::uint64_t used = sort.scratch.buffer ? decision.scratch_words : 0;
  scratch = {Argument::scratch, sort.scratch, wordsPart(used), used != 0, false, {}};
  placeRanges(out.list, CallRanges::kSize, sorter.pipelines.limits.offset_alignment);
  return out;
}

bool areBitsOfKeys(const Configuration& configuration, KeyBits bits) {
  return bits.first < configuration.key_bits && bits.count <= configuration.key_bits - bits.first;
}

Request requestOf(const Call& call) {
  const SortInfo& sort = call.sort;
  Request request{};
  request.count = sort.count;
  request.mode = call.segments ? Mode::segments : call.indirect ? Mode::indirect : Mode::whole;
  if (const SegmentInfo* const segments = call.segments) {
    request.segment_count = segments->segment_count;
    if (segments->max_segment != 0) {
      request.segments_in = sort.count;
      if (segments->max_segment < sort.count) request.count = segments->max_segment;
    }
  } else if (sort.scratch.buffer) {
    request.scratch_words = sort.scratch.size < kWord ? 1 : sort.scratch.size / kWord;
  }
  request.conversion = conversionOf(sort.key_type, sort.order, sort.nan_rule, sort.significant_bits);
  request.bits = sort.significant_bits;
  return request;
}

RecordStatus checkValues(const SorterState& sorter, VkCommandBuffer command_buffer, const Call& call) {
  const Configuration& configuration = sorter.algorithms().configuration();
  const SortInfo& sort = call.sort;
  const bool pushes = sorter.pipelines.push_descriptor, has_set = sort.descriptor_set != VK_NULL_HANDLE;
  const auto fault = [](Argument argument, Fault rule) { return RecordStatus{argument, rule, 0, 0}; };
  if (!command_buffer) return fault(Argument::command_buffer, Fault::missing);
  if (!exists(sort.key_type, KeyType::u64)) return fault(Argument::key_type, Fault::invalid);
  if (!exists(sort.order, Order::descending)) return fault(Argument::order, Fault::invalid);
  if (!exists(sort.nan_rule, NanRule::last)) return fault(Argument::nan_rule, Fault::invalid);
  if (configuration.wide() != (sort.key_type == KeyType::u64)) return fault(Argument::key_type, Fault::invalid);
  if (!areBitsOfKeys(configuration, sort.significant_bits)) return fault(Argument::significant_bits, Fault::too_large);
  if (!pushes && !has_set) return fault(Argument::descriptor_set, Fault::missing);
  if (pushes && has_set) return fault(Argument::descriptor_set, Fault::unexpected);
  if (!configuration.layout.split && sort.payload.buffer) return fault(Argument::payload, Fault::unexpected);
  if (configuration.scratch == Scratch::never && sort.scratch.buffer) {
    return fault(Argument::scratch, Fault::unexpected);
  }
  // This is an error even if the sort does not use scratch memory.
  if (sort.scratch.buffer && sort.scratch.size == VK_WHOLE_SIZE) return fault(Argument::scratch, Fault::whole_size);
  if (sort.timestamps && !sorter.pipelines.limits.has_timestamps) {
    return fault(Argument::timestamps, Fault::unexpected);
  }
  return {};
}

RecordStatus checkRanges(const SorterState& sorter, const Call& call, const Request& request, const Decision& decision,
                         const CallRanges& ranges) {
  const RecordStatus status = firstFault(sorter.pipelines, ranges.list, CallRanges::kSize);
  const bool is_missing = status.fault == Fault::missing;
  return decision.choice == Choice::refused && !is_missing ? refusalOf(sorter, call, request) : status;
}

}  // namespace vksort
