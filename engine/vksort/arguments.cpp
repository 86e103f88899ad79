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
  request.incremental = recording.incremental;
  request.conversion = conversionOf(sort.key_type, sort.order, sort.nan_rule);
  request.bits = sort.significant_bits;
  if (sort.scratch.buffer && !request.segments && algorithms.takesScratch()) {
    const std::uint64_t words = sort.scratch.size / kWord;
    const std::uint64_t bindable = algorithms.radix.max_scratch_words;
    request.scratch_words = algorithms.radix.shape_count == 0 || words < bindable ? words : bindable;
    if (!sort.keys.buffer) request.scratch_words = scratchWords(algorithms, sort.count);
  }
  return request;
}

// The words of scratch memory that the recording uses.
std::uint64_t usedWords(const Algorithms& algorithms, const Request& request) {
  const std::uint64_t enough = scratchWords(algorithms, request.count);
  if (decide(algorithms, request) != Choice::radix) return enough;
  const std::uint32_t copies = radix::digitsOf(algorithms.radix, request).copies();
  const std::uint64_t of_radix = radix::layoutOf(algorithms.radix, request.count, copies).end;
  return of_radix > enough ? of_radix : enough;
}

// Whether the recording can be sorted at all.
RecordStatus checkAmount(const Algorithms& algorithms, const Recording& recording, const Request& request) {
  if (request.count > algorithms.max_count) return {Argument::count, Fault::too_large};
  if (request.segments) {
    const bool refuses = algorithms.bitonic.max_segment == 0;
    if (refuses) return {Argument::segments, Fault::unexpected};
    const bool too_large =
        recording.segments->segment_count > kMaxSegments || request.count > algorithms.bitonic.max_segment;
    return too_large ? RecordStatus{Argument::segments, Fault::too_large} : RecordStatus{};
  }
  const Configuration& configuration = algorithms.configuration();
  const VkDeviceSize bytes = scratchWords(algorithms, request.count) * kWord;
  const bool needs_scratch = configuration.scratch == Scratch::required && bytes != 0;
  const bool refused = decide(algorithms, request) == Choice::refused;
  if (!recording.sort.scratch.buffer && (needs_scratch || (refused && bytes != 0))) {
    return {Argument::scratch, Fault::missing, bytes};
  }
  // The checks of ranges report scratch memory that is too small.
  const bool is_short = request.scratch_words * kWord < bytes;
  return refused && !is_short ? RecordStatus{Argument::count, Fault::too_large} : RecordStatus{};
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

// Index-only sorts keep their keys at the end of the scratch memory.
Range keysRange(const Algorithms& algorithms, const SortInfo& sort) {
  if (!isIndexOnly(algorithms.configuration(), sort) || !sort.scratch.buffer) return sort.keys;
  const VkDeviceSize bytes = keysOffset(scratchWords(algorithms, sort.count));
  return {sort.scratch.buffer, sort.scratch.offset + bytes, VkDeviceSize{sort.count} * kWord};
}

}  // namespace

bool areBitsOfKeys(const Configuration& configuration, KeyBits bits) {
  const std::uint32_t key_bits = configuration.wide ? 64 : 32;
  return bits.count <= key_bits && bits.first <= key_bits - bits.count;
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
  if (recording.incremental && !configuration.incremental) return {Argument::incremental, Fault::invalid};
  RecordStatus status = checkOrder(configuration, sort);
  if (!status.ok()) return status;

  request = requestOf(algorithms, recording);
  const bool index_only = !sort.keys.buffer && keysRange(algorithms, sort).buffer;
  const std::uint32_t first = index_only ? 0 : sort.first;
  const VkDeviceSize state_bytes = recording.segments ? segmentStateBytes(request.segment_count) : kStateBytes;
  const std::uint32_t table_words = request.segment_count * 2;
  RangeArgument arguments[kArguments] = {{Argument::keys},     {Argument::payload}, {Argument::count_buffer},
                                         {Argument::segments}, {Argument::state},   {Argument::scratch}};
  if (index_only) arguments[kKeys].argument = Argument::scratch;
  const auto give = [&](Index index, const Range& range, const Part& part, bool is_given, bool has_elements = false) {
    arguments[index].range = range;
    arguments[index].part = part;
    arguments[index].is_given = is_given;
    arguments[index].has_elements = has_elements;
  };
  const Layout& layout = configuration.layout;
  give(kKeys, keysRange(algorithms, sort), {first, sort.count, layout.key_bytes, layout.alignment}, true, true);
  give(kPayload, sort.payload, {sort.first, sort.count, kWord, kWord}, layout.split, true);
  const CountSource count = recording.count ? *recording.count : CountSource{};
  give(kCount, {count.buffer, count.offset, kWord}, wordsPart(1), recording.count != nullptr);
  const SegmentInfo table = recording.segments ? *recording.segments : SegmentInfo{};
  give(kSegments, {table.table, table.table_offset, table_words * kWord}, wordsPart(table_words), request.segments);
  give(kState, recording.state ? *recording.state : Range{}, wordsPart(state_bytes / kWord), request.takesState());
  const RangeCheck ranges = {state.pipelines.vk, state.pipelines.device, state.limits.offset_alignment,
                             state.limits.max_range};

  status = ranges.firstFault(arguments, kCount, false);
  if (status.ok()) status = checkSets(state, sort);
  if (status.ok()) status = checkUnexpected(algorithms, sort);
  if (status.ok()) status = checkAmount(algorithms, recording, request);
  if (!status.ok()) return status;
  const std::uint64_t needed = scratchWords(algorithms, request.count);
  const bool has_scratch = sort.scratch.buffer && needed != 0 && !request.segments;
  const std::uint64_t used = has_scratch ? usedWords(algorithms, request) : 0;
  Range scratch = sort.scratch;
  if (index_only) {
    // The range of the keys has the size that is left.
    const VkDeviceSize whole = keysOffset(scratchWords(algorithms, sort.count)) + VkDeviceSize{sort.count} * kWord;
    if (scratch.size < whole) return {Argument::scratch, Fault::too_small, whole};
  }
  give(kScratch, scratch, wordsPart(used), used != 0);
  status = ranges.firstFault(arguments, kArguments, false);
  if (status.ok()) status = ranges.firstFault(arguments, kArguments, true);
  if (!status.ok()) return status;

  out.keys = arguments[kKeys].binding;
  const Binding unused = unusedWord(out.keys, state.limits.offset_alignment);
  out.payload = layout.split ? arguments[kPayload].binding : out.keys;
  const bool segmented = request.segments;
  out.counts = segmented ? arguments[kState].binding : request.indirect ? arguments[kCount].binding : unused;
  out.state = segmented ? arguments[kSegments].binding : request.takesState() ? arguments[kState].binding : unused;
  out.scratch = used != 0 ? arguments[kScratch].binding : unused;
  return {};
}

}  // namespace vksort
