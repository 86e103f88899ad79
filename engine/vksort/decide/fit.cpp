#include <algorithm>

#include "decide/decide.h"
#include "sorts/bitonic/sizes.h"
#include "sorts/sizes/classes.h"

namespace vksort {
namespace {

std::uint32_t maxInPlace(const Algorithms& algorithms) {
  const Configuration& configuration = algorithms.configuration();
  std::uint32_t limit = algorithms.max_count;
  if (configuration.gathersPayloads()) limit = std::min(limit, algorithms.bitonic.oneWorkgroup());
  // Sorts that are too large for scratch memory run in place.
  if (configuration.scratch != Scratch::required || limit > algorithms.maxInScratch()) return limit;
  return std::min(limit, algorithms.maxWithoutScratch());
}

std::uint32_t maxGathered(const Configuration& configuration, const RecordLimits& limits) {
  const bool may_gather = configuration.gathersPayloads() && configuration.scratch != Scratch::never;
  if (!may_gather || VKSORT_BINDINGS > limits.max_buffers) return 0;
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(limits.maxWords(), ~0u));
}

std::uint32_t maxOf(const Algorithms& algorithms, std::uint32_t gathered) {
  const Configuration& configuration = algorithms.configuration();
  std::uint32_t limit = configuration.max_count;
  if (limit == 0) {
    limit = configuration.scratch == Scratch::required ? kMaxRequired : ~0u;
    const bool is_radix = configuration.gathersPayloads() && algorithms.radix.shape_count != 0;
    if (is_radix) limit = algorithms.radix.max_count;
  }
  if (gathered != 0) limit = std::min(limit, gathered);
  // Otherwise, larger sorts would run in place, and need more kernels.
  const bool is_rank_only = configuration.algorithm == Algorithm::rank && algorithms.rank.max_count != 0;
  if (is_rank_only && configuration.scratch == Scratch::required) limit = std::min(limit, algorithms.rank.max_count);
  return std::min(limit, algorithms.max_in_range);
}

// The bitonic sort only gathers payloads for counts that the other algorithms cannot sort.
void setGathered(Algorithms& algorithms, std::uint32_t gathered) {
  bitonic::BitonicSetting& bitonic = algorithms.bitonic;
  const std::uint32_t by_others = std::max(bitonic.max_count, algorithms.maxInScratch());
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
  const VkDeviceSize bytes = VkDeviceSize{limits.maxWords()} * sizeof(std::uint32_t),
                     before = VKSORT_SEGMENT_WORK_BYTES(0);
  const VkDeviceSize most = bytes < before ? 0 : (bytes - before) / (VKSORT_SEGMENT_WORK_BYTES(1) - before);
  return static_cast<std::uint32_t>(std::min<VkDeviceSize>(most, bitonic::kMostSegments));
}

}  // namespace

std::uint32_t Algorithms::radixFrom() const {
  const std::uint32_t worthwhile = radix.minCountFor(radix.max_passes);
  const std::uint32_t by_rank = std::min(rank.max_count, radix.maxByRankFor(radix.max_passes));
  return worthwhile > by_rank ? worthwhile : by_rank + 1;
}

std::uint32_t Algorithms::maxInScratch() const { return radix.shape_count != 0 ? radix.max_count : rank.max_count; }

std::uint32_t Algorithms::maxWithoutScratch() const {
  const std::uint32_t below_rank = rank.max_count != 0 ? rank.min_count - 1 : max_count;
  const std::uint32_t below_radix = radix.shape_count != 0 ? radix.min_count - 1 : max_count;
  return std::min(below_rank, below_radix);
}

bool isPossible(const Tuning& tuning, const Configuration& configuration, const DeviceLimits& limits) {
  const Element element = configuration.layout.element;
  return bitonic::isPossible(tuning, limits, element) && rank::isPossible(tuning, limits, element) &&
         radix::isPossible(tuning, configuration, limits);
}

Algorithms algorithmsFor(const Configuration& configuration, const DeviceLimits& device,
                         const RecordLimits& record_limits, const Fallback& fallback) {
  Algorithms out{};
  const bool has_class = !fallback.tuning && !configuration.baseline;
  const DeviceLimits limits = has_class ? limitsInClass(device) : device;
  out.bitonic = {configuration, bitonic::shapeOf(configuration, limits, fallback.tuning ? &*fallback.tuning : nullptr),
                 record_limits.max_groups_x};
  Tuning& tuning = out.bitonic.shape;
  if (has_class) {
    rank::fit(tuning, limits);
    radix::fit(tuning, configuration, limits);
  }
  const VkDeviceSize in_range = record_limits.max_range / configuration.layout.key_bytes;
  out.max_in_range = static_cast<std::uint32_t>(in_range < ~0u ? in_range : ~0u);
  const std::uint32_t one_workgroup = out.bitonic.oneWorkgroup();
  if (fallback.rank) out.rank = rank::settingOf(configuration, limits, record_limits, tuning);
  // Stable sorts that do not fit one workgroup need scratch memory.
  if (configuration.gathersPayloads()) out.rank.min_count = std::min(out.rank.min_count, one_workgroup + 1);
  if (fallback.radix && fallback.subgroups) {
    out.radix = radix::settingOf(configuration, limits, record_limits, tuning, one_workgroup, fallback.look_back);
    if (!fallback.narrow) out.radix.narrow = {};
  }
  // If no sort by all digits uses radix, its kernels are not worth creating.
  if (out.radixFrom() > out.radix.max_count) out.radix.shape_count = 0;
  if (out.radix.shape_count != 0 && out.rank.max_count != 0) {
    out.rank.max_count = std::min(out.rank.max_count, out.radix.maxByRankFor(out.radix.max_passes));
    if (out.rank.max_count < out.rank.min_count) out.rank.max_count = 0;
    const std::uint32_t left = std::min(out.rank.max_count, out.radix.maxByRankFor(2));
    if (out.radix.min_count <= left) out.radix.min_count = left + 1;
  }
  const std::uint32_t gathered = maxGathered(configuration, record_limits);
  out.max_count = maxOf(out, gathered);
  out.bitonic.max_count = maxInPlace(out);
  setGathered(out, gathered);
  out.bitonic.max_segment = maxSegment(out);
  out.bitonic.max_segments = maxSegments(record_limits);
  out.radix.max_in_place = out.bitonic.oneWorkgroup();
  out.bitonic.lists_tiles = maxSegmentInScratch(out) != 0;
  const bool is_gathered = configuration.gathersPayloads() && !out.bitonic.lists_tiles && out.bitonic.max_segment != 0;
  out.bitonic.max_gathered_segment = is_gathered ? std::min(gathered, out.max_count) : 0;
  return out;
}

const char* lackOf(const Algorithms& algorithms) {
  const Configuration& configuration = algorithms.configuration();
  if (!configuration.gathersPayloads() || algorithms.max_count <= maxCountsOf(algorithms).with_scratch) return nullptr;
  if (configuration.scratch == Scratch::never) {
    return "create(): Ties::stable with Payload::u32 or interleaved needs scratch memory, unless max_count fits one "
           "workgroup; do not use Scratch::never, or use Ties::by_value or any";
  }
  return "create(): maxPerStageDescriptorStorageBuffers must be at least 5 for Ties::stable with Payload::u32 or "
         "interleaved, unless max_count fits one workgroup; use Ties::by_value or any";
}

}  // namespace vksort
