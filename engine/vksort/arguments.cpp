#include "arguments.h"

#include "radix/shape.h"

namespace vksort {
namespace {

constexpr VkDeviceSize kWord = 4;
constexpr VkDeviceSize kKeysAlignment = 256;  // of generated keys in scratch memory

enum Index : std::uint32_t { kKeys, kPayload, kCount, kSegments, kState, kScratch, kArguments };

Part wordsPart(std::uint64_t words) { return {0, static_cast<std::uint32_t>(words), kWord, kWord}; }

RecordStatus checkOrder(const Configuration& configuration, const SortInfo& sort) {
  if (!exists(sort.key_type, KeyType::u64)) return {Argument::key_type, Fault::invalid};
  if (!exists(sort.order, Order::descending)) return {Argument::order, Fault::invalid};
  if (!exists(sort.nan_rule, NanRule::last)) return {Argument::nan_rule, Fault::invalid};
  if (configuration.wide != (sort.key_type == KeyType::u64)) return {Argument::key_type, Fault::invalid};
  if (!areBitsOfKeys(configuration, sort.significant_bits)) return {Argument::significant_bits, Fault::too_large};
  return {};
}

RecordStatus checkSets(const SorterState& state, const SortInfo& sort) {
  const bool pushes = state.pipelines.push_descriptor;
  if (!pushes && !sort.descriptor_set) return {Argument::descriptor_set, Fault::missing};
  if (pushes && sort.descriptor_set) return {Argument::descriptor_set, Fault::unexpected};
  const bool has_set = state.configuration.generator_set;
  if (has_set && !sort.generator_set) return {Argument::generator_set, Fault::missing};
  if (!has_set && sort.generator_set) return {Argument::generator_set, Fault::unexpected};
  return {};
}

std::uint32_t maxSegmentOf(const Recording& recording) {
  const std::uint32_t wanted = recording.segments->max_segment;
  return wanted == 0 || wanted > recording.sort.count ? recording.sort.count : wanted;
}

Request requestOf(const Algorithms& algorithms, const Recording& recording) {
  const SortInfo& sort = recording.sort;
  Request request{};
  request.segments = recording.segments != nullptr;
  request.segment_count = request.segments ? recording.segments->segment_count : 0;
  request.count = request.segments ? maxSegmentOf(recording) : sort.count;
  request.indirect = recording.count != nullptr;
  request.conversion = conversionOf(sort.key_type, sort.order, sort.nan_rule, sort.significant_bits);
  request.bits = sort.significant_bits;
  if (sort.scratch.buffer && !request.segments && algorithms.takesScratch()) {
    const std::uint64_t words = sort.scratch.size / kWord;
    const std::uint64_t bindable = algorithms.radix.max_scratch_words;
    request.scratch_words = algorithms.radix.shape_count == 0 || words < bindable ? words : bindable;
    if (!sort.keys.buffer) request.scratch_words = scratchWords(algorithms, sort.count);
  }
  return request;
}

// The words of scratch memory that the recording uses, beside keys of index-only sorts.
std::uint64_t usedWords(const Algorithms& algorithms, const Request& request) {
  const std::uint64_t enough = scratchWords(algorithms, request.count);
  if (decide(algorithms, request) != Choice::radix) return enough;
  const std::uint32_t copies = radix::digitsOf(algorithms.radix, request).copies();
  const std::uint64_t of_radix = radix::layoutOf(algorithms.radix, request.count, copies).end;
  return of_radix > enough ? of_radix : enough;
}

// Whether the recording can be sorted at all.
RecordStatus checkAmount(const Algorithms& algorithms, const Recording& recording, const Request& request) {
  const MaxCounts max = maxCountsOf(algorithms);
  if (request.segments) {
    if (max.segment == 0) return {Argument::segments, Fault::unexpected};
    if (request.segment_count > kMaxSegments) return {Argument::segments, Fault::too_large, 0, kMaxSegments};
    const bool too_large = request.count > max.segment;
    return too_large ? RecordStatus{Argument::segments, Fault::too_large, 0, max.segment} : RecordStatus{};
  }
  if (request.count > max.with_scratch) return {Argument::count, Fault::too_large, 0, max.with_scratch};
  if (recording.sort.scratch.buffer || request.count <= max.in_place) return {};
  return {Argument::scratch, Fault::missing, scratchWords(algorithms, request.count) * kWord};
}

bool isIndexOnly(const Configuration& configuration, const SortInfo& sort) {
  return configuration.generates_keys && configuration.writesIndices() && !sort.keys.buffer;
}

// Arguments that must be null, and the size of scratch memory. Arguments of other modes cannot be passed.
RecordStatus checkUnexpected(const Algorithms& algorithms, const SortInfo& sort) {
  const Configuration& configuration = algorithms.configuration();
  if (!configuration.layout.split && sort.payload.buffer) return {Argument::payload, Fault::unexpected};
  const bool never = configuration.scratch == Scratch::never && !isIndexOnly(configuration, sort);
  if (never && sort.scratch.buffer) return {Argument::scratch, Fault::unexpected};
  // Also where the sort has no use for scratch memory and looks at nothing else of it.
  if (sort.scratch.buffer && sort.scratch.size == VK_WHOLE_SIZE) return {Argument::scratch, Fault::whole_size};
  return {};
}

// The ranges of a recording. The scratch memory is given last.
struct Arguments {
  RangeArgument list[kArguments] = {{Argument::keys},     {Argument::payload}, {Argument::count_buffer},
                                    {Argument::segments}, {Argument::state},   {Argument::scratch}};

  Arguments() {
    for (RangeArgument& each : list) each.is_given = false;
  }

  void give(Index index, const Range& range, const Part& part, bool is_given, bool has_elements = false) {
    list[index].range = range;
    list[index].part = part;
    list[index].is_given = is_given;
    list[index].has_elements = has_elements;
  }

  void giveElements(const Layout& layout, const SortInfo& sort, bool index_only) {
    give(kKeys, sort.keys, {sort.first, sort.count, layout.key_bytes, layout.alignment}, !index_only, true);
    give(kPayload, sort.payload, {sort.first, sort.count, kWord, kWord}, layout.split, true);
  }

  void giveMode(const Recording& recording, const Request& request) {
    if (const CountSource* const count = recording.count) {
      give(kCount, {count->buffer, count->offset, kWord}, wordsPart(1), true);
    }
    if (const SegmentInfo* const segments = recording.segments) {
      const std::uint32_t words = segments->segment_count * 2;
      give(kSegments, {segments->table, segments->table_offset, words * VkDeviceSize{kWord}}, wordsPart(words), true);
    }
    const VkDeviceSize state_bytes = recording.segments ? segmentStateBytes(request.segment_count) : kStateBytes;
    if (request.takesState()) give(kState, *recording.state, wordsPart(state_bytes / kWord), true);
  }
};

// Index-only sorts keep their keys at the end of the scratch memory, which is one argument.
struct IndexOnly {
  VkDeviceSize keys_offset;  // in the scratch memory
  VkDeviceSize bytes;        // of all of it
};
IndexOnly indexOnlyOf(const Algorithms& algorithms, std::uint32_t count) {
  const VkDeviceSize keys_offset = keysOffset(scratchWords(algorithms, count));
  return {keys_offset, keys_offset + VkDeviceSize{count} * kWord};
}

}  // namespace

bool areBitsOfKeys(const Configuration& configuration, KeyBits bits) {
  const std::uint32_t key_bits = configuration.wide ? 64 : 32;
  return bits.first <= key_bits && (bits.count == kAllBits || bits.count <= key_bits - bits.first);
}

VkDeviceSize keysOffset(std::uint64_t scratch_words) {
  return (scratch_words * kWord + kKeysAlignment - 1) / kKeysAlignment * kKeysAlignment;
}

RecordStatus check(const SorterState& state, VkCommandBuffer command_buffer, const Recording& recording,
                   Request& request, Bindings& out) {
  const Algorithms& algorithms = state.algorithms;
  const Configuration& configuration = algorithms.configuration();
  const SortInfo& sort = recording.sort;
  if (!command_buffer) return {Argument::command_buffer, Fault::missing};
  RecordStatus status = checkOrder(configuration, sort);
  if (!status.ok()) return status;

  request = requestOf(algorithms, recording);
  const bool index_only = isIndexOnly(configuration, sort) && sort.scratch.buffer;
  Arguments arguments;
  arguments.giveElements(configuration.layout, sort, index_only);
  arguments.giveMode(recording, request);
  const RangeCheck ranges = {state.pipelines.vk, state.pipelines.device, state.limits.offset_alignment,
                             state.limits.max_range};
  status = ranges.firstFault(arguments.list, kCount, false);
  if (status.ok()) status = checkSets(state, sort);
  if (status.ok()) status = checkUnexpected(algorithms, sort);
  if (status.ok()) status = checkAmount(algorithms, recording, request);
  if (!status.ok()) return status;
  if (index_only && sort.count > algorithms.max_in_range) {
    return {Argument::count, Fault::too_large, 0, algorithms.max_in_range};
  }
  const bool has_scratch = sort.scratch.buffer && !request.segments && scratchWords(algorithms, request.count) != 0;
  const std::uint64_t used = has_scratch ? usedWords(algorithms, request) : 0;
  const IndexOnly generated = index_only ? indexOnlyOf(algorithms, sort.count) : IndexOnly{};
  const std::uint64_t words = index_only ? generated.bytes / kWord : used;
  arguments.give(kScratch, sort.scratch, wordsPart(words), words != 0);
  status = ranges.firstFault(arguments.list, kArguments, false);
  if (status.ok()) status = ranges.firstFault(arguments.list, kArguments, true);
  if (!status.ok()) return status;

  out.keys = arguments.list[kKeys].binding;
  out.scratch = arguments.list[kScratch].binding;
  if (index_only) {
    const Range keys = {sort.scratch.buffer, sort.scratch.offset + generated.keys_offset};
    out.keys = bind(keys, wordsPart(sort.count), state.limits.offset_alignment);
    out.scratch = bind(sort.scratch, wordsPart(used), state.limits.offset_alignment);
    if (out.keys.buffer.range > state.limits.max_range) {
      const VkDeviceSize slack_words = state.limits.offset_alignment / kWord;
      return {Argument::count, Fault::too_large, 0, algorithms.max_in_range - static_cast<std::uint32_t>(slack_words)};
    }
  }
  const Binding unused = unusedWord(out.keys, state.limits.offset_alignment);
  out.payload = configuration.layout.split ? arguments.list[kPayload].binding : out.keys;
  const Binding& states = arguments.list[kState].binding;
  const bool segmented = request.segments;
  out.counts = segmented ? states : request.indirect ? arguments.list[kCount].binding : unused;
  out.state = segmented ? arguments.list[kSegments].binding : request.takesState() ? states : unused;
  if (used == 0) out.scratch = unused;
  return {};
}

}  // namespace vksort
