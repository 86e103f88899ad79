#include "rank/shape.h"

namespace vksort::rank {
namespace {

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
                  const Tuning& tuning) {
  Setting out{};
  out.configuration = configurationOf(info);
  out.compares_second_word = out.configuration.wide || out.configuration.ordersByPayload();
  if (!canSort(info, out.configuration, limits) || VKSORT_BINDINGS > record_limits.max_buffers) return out;
  std::uint32_t max_count = 0;
  for (const auto& [largest, invocations_log2] : tuning.rank_shapes) {
    if (largest == 0) break;
    const std::uint32_t size = tileSizeOf(tuning, out.shape_count);
    out.shapes[out.shape_count++] = {largest, size, tuning.scratch_log2[size], invocations_log2};
    max_count = largest;
  }
  if (info.max_count != 0) max_count = min(max_count, info.max_count);
  out.min_count = minCountOf(info, out.configuration);
  if (max_count >= out.min_count && scratchWords(out, max_count) <= record_limits.maxWords()) out.max_count = max_count;
  return out;
}

std::uint64_t scratchWords(const Setting& setting, std::uint32_t n) {
  const std::uint64_t copied = setting.shapes[setting.indexFor(n)].copied(n);
  return copied * wordsOf(setting.configuration.layout.element) + (copied >> VKSORT_RANK_SAMPLE_LOG2);
}

}  // namespace vksort::rank
