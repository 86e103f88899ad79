#include "rank/shape.h"

namespace vksort::rank {
namespace {

// NVIDIA H200 (R106, R139 of samples/bench/EXPERIMENTS.md). Samples of so many elements take 16, 33 and 48 KiB of
// shared memory; above the first, one workgroup that merges is at work on each of its 132 multiprocessors.
constexpr std::uint32_t kMaxCount[kShapes] = {1u << 15, 132u << 9, 3u << 15};
constexpr std::uint32_t kInvocationsLog2[kShapes] = {8, 9, 10};
// Incremental sorts take longer by rank merge than by a radix sort that finds them in order.
constexpr std::uint32_t kMaxIncremental = kMaxCount[1];
// The smallest sort for which it pays: with payloads, and without.
constexpr std::uint32_t kMinPairs = (1u << 11) + 1, kMinKeys = (1u << 12) + 1;
// The same of pairs with Scratch::required: the kernel that sorts 2^11 in place takes 0.2 s to create (R109).
constexpr std::uint32_t kMinRequiredPairs = (1u << 10) + 1;

std::uint32_t min(std::uint32_t a, std::uint32_t b) { return a < b ? a : b; }

bool canSort(const SorterInfo& info, const Configuration& configuration, const DeviceLimits& limits) {
  const Creation creation = creationOf(info);
  // Software takes longer than in place, and no GPU with such subgroups was measured.
  const bool wanted = creation.algorithm == Algorithm::rank ||
                      (creation.algorithm == Algorithm::automatic && limits.subgroup_size >= kWideSubgroup);
  return wanted && !creation.baseline && configuration.layout.element != Element::triple &&
         configuration.scratch != Scratch::never;
}

std::uint32_t minCountOf(const SorterInfo& info, const Configuration& configuration) {
  if (creationOf(info).algorithm != Algorithm::automatic) return configuration.minCount();
  if (configuration.layout.element == Element::key) return kMinKeys;
  return configuration.scratch == Scratch::required ? kMinRequiredPairs : kMinPairs;
}

}  // namespace

std::uint64_t Shape::copied(std::uint32_t n) const {
  const std::uint64_t tile = std::uint64_t{1} << tile_log2;
  return (n + (tile - 1)) & ~(tile - 1);
}

Setting settingOf(const SorterInfo& info, const DeviceLimits& limits, const RecordLimits& record_limits,
                  const std::uint32_t (&tiles_log2)[kTileSizes]) {
  Setting out{};
  out.configuration = configurationOf(info);
  out.compares_second_word = out.configuration.wide || out.configuration.ordersByPayload();
  if (!canSort(info, out.configuration, limits) || tiles_log2[0] == 0 || VKSORT_BINDINGS > record_limits.max_buffers) {
    return out;
  }
  std::uint32_t max_count = 0;
  for (std::uint32_t i = 0; i < kShapes; ++i) {
    Shape& shape = out.shapes[i];
    const auto room = static_cast<std::uint32_t>(limits.shared_memory_bytes / sizeof(std::uint32_t));  // for samples
    const std::uint32_t samples = min(kMaxCount[i] >> VKSORT_RANK_SAMPLE_LOG2, room);
    shape = {samples << VKSORT_RANK_SAMPLE_LOG2, tiles_log2[tileSizeOf(i)], kInvocationsLog2[i]};
    shape.max_count &= ~((1u << shape.tile_log2) - 1);  // whole tiles
    while (shape.invocations_log2 > 0 && 1u << shape.invocations_log2 > limits.workgroup_invocations)
      --shape.invocations_log2;
    max_count = shape.max_count;
  }
  if (info.max_count != 0) max_count = min(max_count, info.max_count);
  out.min_count = minCountOf(info, out.configuration);
  out.max_incremental = kMaxIncremental;
  if (max_count >= out.min_count && scratchWords(out, max_count) <= record_limits.maxWords()) out.max_count = max_count;
  return out;
}

std::uint64_t scratchWords(const Setting& setting, std::uint32_t n) {
  const std::uint64_t copied = setting.shapes[setting.indexFor(n)].copied(n);
  return copied * wordsOf(setting.configuration.layout.element) + (copied >> VKSORT_RANK_SAMPLE_LOG2);
}

}  // namespace vksort::rank
