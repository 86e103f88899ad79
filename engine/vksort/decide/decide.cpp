#include "decide/decide.h"

#include <algorithm>

#include "sorts/bitonic/sizes.h"
#include "sorts/sizes/classes.h"

namespace vksort {
namespace {

// The smallest sort by all digits that takes radix.
std::uint32_t radixFrom(const Algorithms& algorithms) {
  const std::uint32_t pays = algorithms.radix.minCountFor(algorithms.radix.max_passes);
  const std::uint32_t by_rank =
      std::min(algorithms.rank.max_count, algorithms.radix.maxByRankFor(algorithms.radix.max_passes));
  return pays > by_rank ? pays : by_rank + 1;
}

// Of radix and rank merge.
std::uint32_t maxInScratch(const Algorithms& algorithms) {
  return algorithms.radix.shape_count != 0 ? algorithms.radix.max_count : algorithms.rank.max_count;
}

// The largest count that takes no scratch memory if it is required.
std::uint32_t maxWithoutScratch(const Algorithms& algorithms) {
  const auto& [bitonic, radix, rank, max_count, max_in_range] = algorithms;
  const std::uint32_t of_rank = rank.max_count != 0 ? rank.min_count - 1 : max_count;
  const std::uint32_t of_radix = radix.shape_count != 0 ? radix.min_count - 1 : max_count;
  return std::min(of_rank, of_radix);
}

std::uint32_t maxInPlace(const Algorithms& algorithms) {
  const Configuration& configuration = algorithms.configuration();
  std::uint32_t limit = algorithms.max_count;
  if (configuration.gathersPayloads()) limit = std::min(limit, algorithms.bitonic.oneWorkgroup());
  // Larger sorts than those in scratch memory are in place.
  if (configuration.scratch != Scratch::required || limit > maxInScratch(algorithms)) return limit;
  return std::min(limit, maxWithoutScratch(algorithms));
}

// Elements whose payloads scratch memory has room for.
std::uint32_t maxGathered(const Configuration& configuration, const RecordLimits& limits) {
  const bool may_gather = configuration.gathersPayloads() && configuration.scratch != Scratch::never;
  if (!may_gather || VKSORT_BINDINGS > limits.max_buffers) return 0;
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(limits.maxWords(), ~0u));
}

// Elements of the largest sort that a SorterInfo and a device allow. `gathered`: maxGathered().
std::uint32_t maxOf(const SorterInfo& info, const Algorithms& algorithms, std::uint32_t gathered) {
  std::uint32_t limit = info.max_count;
  if (limit == 0) {
    limit = info.scratch == Scratch::required ? kMaxRequired : ~0u;
    const bool is_radix = algorithms.configuration().gathersPayloads() && algorithms.radix.shape_count != 0;
    if (is_radix) limit = algorithms.radix.max_count;
  }
  if (gathered != 0) limit = std::min(limit, gathered);
  return std::min(limit, algorithms.max_in_range);
}

// The bitonic sort gathers payloads of larger sorts than all others. `gathered`: maxGathered().
void setGathered(Algorithms& algorithms, std::uint32_t gathered) {
  bitonic::BitonicSetting& bitonic = algorithms.bitonic;
  const std::uint32_t by_others = std::max(bitonic.max_count, maxInScratch(algorithms));
  const std::uint32_t limit = std::min(gathered, algorithms.max_count);
  if (limit <= by_others) return;
  bitonic.min_gathered = by_others + 1;
  bitonic.max_gathered = limit;
}

std::uint32_t maxSegment(const Algorithms& algorithms) {
  const Configuration& configuration = algorithms.configuration();
  if (configuration.scratch == Scratch::required) return 0;
  const std::uint32_t tile = 1u << algorithms.bitonic.shape.tile_log2;
  return configuration.gathersPayloads() ? std::min(algorithms.max_count, tile) : algorithms.max_count;
}

std::uint32_t maxSegments(const RecordLimits& limits) {
  const VkDeviceSize bytes = VkDeviceSize{limits.maxWords()} * sizeof(std::uint32_t), before = segmentStateBytes(0);
  const VkDeviceSize most = bytes < before ? 0 : (bytes - before) / (segmentStateBytes(1) - before);
  return static_cast<std::uint32_t>(std::min<VkDeviceSize>(most, bitonic::kMostSegments));
}

}  // namespace

bool isPossible(const Tuning& tuning, const SorterInfo& info, const DeviceLimits& limits) {
  const Element element = configurationOf(info).layout.element;
  return bitonic::isPossible(tuning, limits, element) && rank::isPossible(tuning, limits, element) &&
         radix::isPossible(tuning, info, limits);
}

Algorithms algorithmsFor(const SorterInfo& info, const DeviceLimits& device, const RecordLimits& record_limits,
                         const Allowed& allowed) {
  Algorithms out{};
  const bool has_class = !allowed.tuning && !creationOf(info).baseline;
  const DeviceLimits limits = has_class ? limitsInClass(device) : device;
  out.bitonic = {configurationOf(info), bitonic::shapeOf(info, limits, allowed.tuning ? &*allowed.tuning : nullptr),
                 record_limits.max_groups_x};
  Tuning& tuning = out.bitonic.shape;
  if (has_class) {
    rank::fit(tuning, limits);
    radix::fit(tuning, info, limits);
  }
  const VkDeviceSize in_range = record_limits.max_range / out.configuration().layout.key_bytes;
  out.max_in_range = static_cast<std::uint32_t>(in_range < ~0u ? in_range : ~0u);
  const std::uint32_t one_workgroup = out.bitonic.oneWorkgroup();
  if (allowed.rank) out.rank = rank::settingOf(info, limits, record_limits, tuning);
  // Stable sorts that do not fit one workgroup need scratch memory.
  if (out.configuration().gathersPayloads()) out.rank.min_count = std::min(out.rank.min_count, one_workgroup + 1);
  if (allowed.radix && allowed.subgroups) {
    out.radix = radix::settingOf(info, limits, record_limits, tuning, one_workgroup, allowed.look_back);
  }
  // If no sort by all digits takes radix, its kernels are not worth creating. Sorts by two digits may be smaller.
  if (radixFrom(out) > out.radix.max_count) out.radix.shape_count = 0;
  if (out.radix.shape_count != 0 && out.rank.max_count != 0) {
    out.rank.max_count = std::min(out.rank.max_count, out.radix.maxByRankFor(out.radix.max_passes));
    if (out.rank.max_count < out.rank.min_count) out.rank.max_count = 0;
    const std::uint32_t left = std::min(out.rank.max_count, out.radix.maxByRankFor(2));
    if (out.radix.min_count <= left) out.radix.min_count = left + 1;
  }
  const std::uint32_t gathered = maxGathered(out.configuration(), record_limits);
  out.max_count = maxOf(info, out, gathered);
  out.bitonic.max_count = maxInPlace(out);
  setGathered(out, gathered);
  out.bitonic.max_segment = maxSegment(out);
  out.bitonic.max_segments = maxSegments(record_limits);
  out.radix.max_in_place = out.bitonic.oneWorkgroup();
  return out;
}

const char* lackOf(const Algorithms& algorithms) {
  const Configuration& configuration = algorithms.configuration();
  if (!configuration.gathersPayloads() || algorithms.max_count <= maxCountsOf(algorithms).with_scratch) return nullptr;
  if (configuration.scratch == Scratch::never) {
    return "create(): Ties::stable with Payload::u32 or interleaved needs scratch memory, unless max_count fits one "
           "workgroup; Ties::by_value and any do not";
  }
  return "create(): Ties::stable with Payload::u32 or interleaved needs scratch memory, unless max_count fits one "
         "workgroup: maxPerStageDescriptorStorageBuffers must be at least 5; Ties::by_value and any need none";
}

std::uint32_t bindingsOf(const Algorithms& algorithms) {
  std::uint32_t bindings = 1u << VKSORT_BINDING_KEYS | 1u << VKSORT_BINDING_COUNT | 1u << VKSORT_BINDING_DISPATCH_WORDS;
  if (algorithms.configuration().layout.element != Element::key) bindings |= 1u << VKSORT_BINDING_PAYLOAD;
  if (algorithms.takesScratch()) bindings |= 1u << VKSORT_BINDING_SCRATCH;
  return bindings;
}

Decision decide(const Algorithms& algorithms, const Request& request) {
  const auto& [bitonic, radix, rank, max_count, max_in_range] = algorithms;
  const std::uint32_t n = request.count;
  const bool is_empty = n < algorithms.configuration().minCount(request.bits);
  Decision out{Choice::refused, 0, {}};
  const auto take = [&out](Choice choice) {
    out.choice = choice;
    return out;
  };
  if (request.mode == Mode::segments) {
    if (n > bitonic.max_segment || request.segment_count > bitonic.max_segments) return out;
    out.from_table = isDirect(bitonic, request);
    return take(is_empty || request.segment_count == 0 ? Choice::nothing : Choice::bitonic);
  }
  if (n > max_count) return out;
  const bool is_required = algorithms.configuration().scratch == Scratch::required;
  if (is_required || request.scratch_words != 0) out.scratch_words = scratchWords(algorithms, n);
  const bool is_enough = request.scratch_words == kEnoughScratch;
  const std::uint64_t available = is_enough ? out.scratch_words : request.scratch_words;
  if (is_required && available < out.scratch_words) return out;
  if (is_empty) return take(Choice::nothing);
  if (available != 0) {
    const bool has_radix = radix.shape_count != 0;
    const radix::Course course = has_radix ? courseOf(radix, request, available) : radix::Course{};
    const std::uint32_t passes = course.digits.count;
    const std::uint32_t left = has_radix ? radix.maxByRankFor(passes) : ~0u;
    if (n >= rank.min_count && n <= std::min(rank.max_count, left)) return take(Choice::rank);
    const bool pays = has_radix && n >= radix.min_count && n <= radix.max_count;
    if (pays && (n >= radix.minCountFor(passes) || n > bitonic.max_count)) {
      out.course = course;
      if (course.layout.end > out.scratch_words) out.scratch_words = course.layout.end;
      return take(Choice::radix);
    }
    if (n <= rank.max_count && n > bitonic.max_count) return take(Choice::rank);
    if (bitonic.gathers(n)) return take(Choice::bitonic);
  }
  return take(n <= bitonic.max_count ? Choice::bitonic : Choice::refused);
}

Decision decide(const Algorithms& algorithms, const Algorithms* baseline, const Request& request) {
  Decision out = decide(algorithms, request);
  if (!baseline) return out;
  const Decision of_baseline = decide(*baseline, request);
  if (of_baseline.choice == Choice::refused) out.choice = Choice::refused;
  out.scratch_words = std::max(out.scratch_words, of_baseline.scratch_words);
  return out;
}

MaxCounts maxCountsOf(const Algorithms& algorithms) {
  const auto& [bitonic, radix, rank, max_count, max_in_range] = algorithms;
  const bool is_required = algorithms.configuration().scratch == Scratch::required;
  const std::uint32_t in_place =
      is_required ? std::min(bitonic.max_count, maxWithoutScratch(algorithms)) : bitonic.max_count;
  const std::uint32_t in_scratch = std::max(maxInScratch(algorithms), bitonic.max_gathered);
  return {std::min(max_count, std::max(bitonic.max_count, in_scratch)), in_place, bitonic.max_segment};
}

void addPasses(const Algorithms& algorithms, const Request& request, const Decision& decision, PassSink out) {
  switch (decision.choice) {
    case Choice::nothing:
    case Choice::refused:
      return;
    case Choice::bitonic:
      return bitonic::addPasses(algorithms.bitonic, request, out);
    case Choice::rank: {
      const rank::MergeShape& shape = algorithms.rank.shapes[algorithms.rank.indexFor(request.count)];
      bitonic::addScratchSort(algorithms.bitonic, request, shape.tile_size, out);
      return rank::addMerge(algorithms.rank, request, kFirstRank, out);
    }
    case Choice::radix:
      radix::addPasses(algorithms.radix, request, decision.course, kFirstRadix, out);
      if (radix::sortsFewInPlace(algorithms.radix, request)) {
        bitonic::addOneWorkgroup(algorithms.bitonic, request, VKSORT_RADIX_IN_PLACE_DISPATCH, out);
      }
  }
}

std::uint64_t scratchWords(const Algorithms& algorithms, std::uint32_t max_count) {
  const auto& [bitonic, radix, rank, limit, max_in_range] = algorithms;
  const std::uint32_t n = std::min(max_count, limit);
  const bool has_rank = rank.max_count != 0 && n >= rank.min_count;
  const bool has_radix = radix.shape_count != 0 && n >= radix.min_count;
  const std::uint64_t of_rank = has_rank ? rank::scratchWords(rank, std::min(n, rank.max_count)) : 0;
  const std::uint64_t of_radix = has_radix ? radix::scratchLayout(radix, std::min(n, radix.max_count)).end : 0;
  const std::uint64_t of_gathered = bitonic.gathers(n) ? n : 0;
  return std::max(std::max(of_rank, of_radix), of_gathered);
}

KernelSet kernelsOf(const Algorithms& algorithms) {
  KernelSet kernels;
  bitonic::markKernels(algorithms.bitonic, kernels);
  bool tiles[rank::kTileSizes] = {};
  rank::markKernels(algorithms.rank, kFirstRank, kernels, tiles);
  if (tiles[0]) kernels[static_cast<std::uint32_t>(bitonic::Kernel::scratch_sort)] = true;
  if (tiles[1]) kernels[static_cast<std::uint32_t>(bitonic::Kernel::scratch_double)] = true;
  radix::markKernels(algorithms.radix, kFirstRadix, kernels);
  return kernels;
}

TrialList trialsOf(const Algorithms& algorithms) {
  TrialList list;
  bitonic::addTrials(algorithms.bitonic, kernelsOf(algorithms), maxCountsOf(algorithms).in_place, list);
  radix::addTrials(algorithms.radix, kFirstRadix, radixFrom(algorithms), list);
  rank::addTrials(algorithms.rank, kFirstRank, list);
  return list;
}

PipelineSource sourceOf(const Algorithms& algorithms, std::uint32_t kernel) {
  if (kernel >= kFirstRank) return rank::sourceOf(algorithms.rank, kernel - kFirstRank);
  if (kernel >= kFirstRadix) return radix::sourceOf(algorithms.radix, kernel - kFirstRadix);
  return bitonic::sourceOf(algorithms.bitonic, static_cast<bitonic::Kernel>(kernel));
}

const char* kernelName(std::uint32_t kernel) {
  if (kernel >= kFirstRank) return rank::nameOf(kernel - kFirstRank);
  if (kernel >= kFirstRadix) return radix::nameOf(kernel - kFirstRadix);
  return bitonic::nameOf(static_cast<bitonic::Kernel>(kernel));
}

}  // namespace vksort
