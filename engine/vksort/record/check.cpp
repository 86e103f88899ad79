#include "record/check.h"

namespace vksort {
namespace {

constexpr VkDeviceSize kWord = 4;

enum Index : std::uint32_t { kKeys, kPayload, kCount, kSegments, kState, kScratch, kArguments };

Part wordsPart(std::uint64_t words) { return {0, static_cast<std::uint32_t>(words), kWord, kWord}; }

RecordStatus checkOrder(const Configuration& configuration, const SortInfo& sort) {
  if (!exists(sort.key_type, KeyType::u64)) return {Argument::key_type, Fault::invalid};
  if (!exists(sort.order, Order::descending)) return {Argument::order, Fault::invalid};
  if (!exists(sort.nan_rule, NanRule::last)) return {Argument::nan_rule, Fault::invalid};
  if (configuration.wide() != (sort.key_type == KeyType::u64)) return {Argument::key_type, Fault::invalid};
  if (!areBitsOfKeys(configuration, sort.significant_bits)) return {Argument::significant_bits, Fault::too_large};
  return {};
}

RecordStatus checkSets(const SorterState& state, const SortInfo& sort) {
  const bool pushes = state.pipelines.push_descriptor;
  if (!pushes && !sort.descriptor_set) return {Argument::descriptor_set, Fault::missing};
  if (pushes && sort.descriptor_set) return {Argument::descriptor_set, Fault::unexpected};
  return {};
}

// Returns the reason why decide() refused the recording. Returns ok if its scratch memory is too small, which the check
// of ranges reports.
RecordStatus checkAmount(const SorterState& state, const Recording& recording, const Request& request) {
  const MaxCounts max = maxCountsOf(state);
  if (request.mode == Mode::segments) {
    if (max.segment == 0) return {Argument::segments, Fault::unexpected};
    const std::uint32_t most = state.algorithms().bitonic.max_segments;
    if (request.segment_count > most) return {Argument::state, Fault::too_large, 0, most};
    return {Argument::segments, Fault::too_large, 0, max.segment};
  }
  if (request.count > max.with_scratch) return {Argument::count, Fault::too_large, 0, max.with_scratch};
  if (recording.sort.scratch.buffer) return {};
  return {Argument::scratch, Fault::missing, scratchWords(state, request.count) * kWord};
}

// Checks arguments that must be null, and the size of scratch memory. Arguments of other modes cannot be passed.
RecordStatus checkUnexpected(const Configuration& configuration, const SortInfo& sort) {
  if (!configuration.layout.split && sort.payload.buffer) return {Argument::payload, Fault::unexpected};
  if (configuration.scratch == Scratch::never && sort.scratch.buffer) return {Argument::scratch, Fault::unexpected};
  // This is an error even if the sort does not use scratch memory.
  if (sort.scratch.buffer && sort.scratch.size == VK_WHOLE_SIZE) return {Argument::scratch, Fault::whole_size};
  return {};
}

// The ranges of a recording. check() adds the scratch memory last, because its size depends on the decision.
struct Arguments {
  RangeArgument list[kArguments];

  void giveElements(const Layout& layout, const SortInfo& sort) {
    const Part keys = {sort.first, sort.count, layout.key_bytes, layout.alignment};
    list[kKeys] = {Argument::keys, sort.keys, keys, true, true};
    list[kPayload] = {Argument::payload, sort.payload, {sort.first, sort.count, kWord, kWord}, layout.split, true};
  }

  void giveMode(const Recording& recording, const Request& request) {
    if (const CountSource* const count = recording.count) {
      list[kCount] = {Argument::count_buffer, {count->buffer, count->offset, kWord}, wordsPart(1), true};
    }
    if (const SegmentInfo* const segments = recording.segments) {
      const std::uint64_t words = std::uint64_t{segments->segment_count} * 2;
      const Range table = {segments->table, segments->table_offset, words * kWord};
      list[kSegments] = {Argument::segments, table, wordsPart(words), true};
    }
    if (request.mode == Mode::whole) return;
    const VkDeviceSize state_bytes = recording.segments ? segmentStateBytes(request.segment_count) : kStateBytes;
    list[kState] = {Argument::state, *recording.state, wordsPart(state_bytes / kWord), true};
  }
};

// Binds the checked ranges. The sort uses `used` words of scratch memory.
void bindAll(const SorterState& state, const Recording& recording, const Arguments& arguments, std::uint64_t used,
             Bindings& out) {
  const VkDeviceSize alignment = state.pipelines.limits.offset_alignment;
  auto& [out_keys, out_payload, out_counts, out_state, out_scratch] = out;
  out_keys = arguments.list[kKeys].binding;
  const Binding unused = unusedWord(out_keys, alignment);
  const Binding& states = arguments.list[kState].binding;
  const bool segmented = recording.segments != nullptr;
  out_payload = state.algorithms().configuration().layout.split ? arguments.list[kPayload].binding : out_keys;
  out_counts = segmented ? states : recording.count ? arguments.list[kCount].binding : unused;
  out_state = segmented ? arguments.list[kSegments].binding : recording.count ? states : unused;
  out_scratch = used != 0 ? arguments.list[kScratch].binding : unused;
}

}  // namespace

bool areBitsOfKeys(const Configuration& configuration, KeyBits bits) {
  const std::uint32_t key_bits = configuration.key_bits;
  return bits.first <= key_bits && (bits.count == kAllBits || bits.count <= key_bits - bits.first);
}

Request requestOf(const Recording& recording, std::uint64_t scratch_words) {
  const SortInfo& sort = recording.sort;
  Request request{};
  request.count = sort.count;
  request.mode = recording.segments ? Mode::segments : recording.count ? Mode::indirect : Mode::whole;
  if (const SegmentInfo* const segments = recording.segments) {
    request.segment_count = segments->segment_count;
    if (segments->max_segment != 0) {
      request.segments_in = sort.count;
      if (segments->max_segment < sort.count) request.count = segments->max_segment;
    }
  }
  request.scratch_words = recording.segments ? 0 : scratch_words;
  request.conversion = conversionOf(sort.key_type, sort.order, sort.nan_rule, sort.significant_bits);
  request.bits = sort.significant_bits;
  return request;
}

RecordStatus check(const SorterState& state, VkCommandBuffer command_buffer, const Recording& recording, Call& out) {
  const Configuration& configuration = state.algorithms().configuration();
  const SortInfo& sort = recording.sort;
  if (!command_buffer) return {Argument::command_buffer, Fault::missing};
  RecordStatus status = checkOrder(configuration, sort);
  if (!status.ok()) return status;

  const std::uint64_t passed = !sort.scratch.buffer ? 0 : sort.scratch.size < kWord ? 1 : sort.scratch.size / kWord;
  out.request = requestOf(recording, passed);
  out.decision = decide(state, out.request);
  Arguments arguments;
  arguments.giveElements(configuration.layout, sort);
  arguments.giveMode(recording, out.request);
  status = firstFault(state.pipelines, arguments.list, kCount, false);
  if (status.ok()) status = checkSets(state, sort);
  if (status.ok()) status = checkUnexpected(configuration, sort);
  if (status.ok() && out.decision.choice == Choice::refused) status = checkAmount(state, recording, out.request);
  if (!status.ok()) return status;
  const std::uint64_t used = sort.scratch.buffer ? out.decision.scratch_words : 0;
  arguments.list[kScratch] = {Argument::scratch, sort.scratch, wordsPart(used), used != 0};
  status = firstFault(state.pipelines, arguments.list, kArguments, false);
  if (status.ok()) status = firstFault(state.pipelines, arguments.list, kArguments, true);
  if (status.ok()) bindAll(state, recording, arguments, used, out.bindings);
  return status;
}

}  // namespace vksort
