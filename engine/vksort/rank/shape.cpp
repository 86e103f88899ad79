#include "rank/shape.h"

namespace vksort::rank {
namespace {

// NVIDIA H200 (R106, R139 of samples/bench/EXPERIMENTS.md). Samples of so many elements take 16, 33 and 48 KiB of
// shared memory; above the first, one workgroup of those that merge is at work on each of its 132 multiprocessors.
constexpr std::uint32_t kMost[kShapes] = {1u << 15, 132u << 9, 3u << 15};
constexpr std::uint32_t kInvocationsLog2[kShapes] = {8, 9, 10};
// Of coherent sorts, which take longer by ranks than by a look that finds them in order.
constexpr std::uint32_t kMostCoherent = kMost[1];
// The least sort for which it pays; with values, and without.
constexpr std::uint32_t kFewestPairs = (1u << 11) + 1, kFewestKeys = (1u << 12) + 1;
// The same of pairs where all above are by ranks, too, so that the kernel that sorts 2^11 in place, which takes 0.2 s
// to create, is not made (R109).
constexpr std::uint32_t kFewestLentPairs = (1u << 10) + 1, kMostLentPairs = 1u << 16;

constexpr std::uint32_t kWideSubgroup = 32;

std::uint32_t least(std::uint32_t a, std::uint32_t b) { return a < b ? a : b; }

bool canSort(const SorterInfo& info, const Configuration& configuration, const DeviceLimits& limits) {
  const Mode& mode = configuration.mode;
  // Software takes longer than in place, and no GPU with such subgroups was measured.
  const bool wanted = info.algorithm == Algorithm::rank ||
                      (info.algorithm == Algorithm::automatic && limits.subgroup_size >= kWideSubgroup);
  return wanted && info.path != Path::floor && configuration.layout.element != Element::triple && !mode.lists;
}

std::uint32_t fewestOf(const SorterInfo& info, const Configuration& configuration) {
  if (info.algorithm != Algorithm::automatic) return configuration.mode.fewest();
  if (configuration.layout.element == Element::key) return kFewestKeys;
  const bool leaves_out = info.always_lends && info.max_count != 0 && info.max_count <= kMostLentPairs;
  return leaves_out ? kFewestLentPairs : kFewestPairs;
}

}  // namespace

std::uint64_t Shape::copied(std::uint32_t n) const {
  const std::uint64_t tile = std::uint64_t{1} << tile_log2;
  return (n + (tile - 1)) & ~(tile - 1);
}

Setting settingOf(const SorterInfo& info, const DeviceLimits& limits, const RecordLimits& record_limits,
                  const std::uint32_t (&tiles_log2)[kTileSizes], std::uint32_t left) {
  Setting out{};
  out.configuration = configurationOf(info);
  out.max_scratch_words = record_limits.mostWords();
  out.by_value = info.key_type == KeyType::u64 || ordersByPayload(info, out.configuration);
  if (!canSort(info, out.configuration, limits) || tiles_log2[0] == 0 ||
      buffersWithScratch(out.configuration) > record_limits.max_buffers) {
    return out;
  }
  std::uint32_t most = 0;
  for (std::uint32_t i = 0; i < kShapes; ++i) {
    Shape& shape = out.shapes[i];
    const auto room = static_cast<std::uint32_t>(limits.shared_memory_bytes / sizeof(std::uint32_t));  // for samples
    const std::uint32_t samples = least(kMost[i] >> VKSORT_RANK_SAMPLE_LOG2, room);
    shape = {samples << VKSORT_RANK_SAMPLE_LOG2, tiles_log2[tileSizeOf(i)], kInvocationsLog2[i]};
    shape.most &= ~((1u << shape.tile_log2) - 1);  // whole tiles
    while (shape.invocations_log2 > 0 && 1u << shape.invocations_log2 > limits.workgroup_invocations)
      --shape.invocations_log2;
    most = shape.most;
  }
  most = least(most, left);
  if (out.configuration.mode.coherent) most = least(most, kMostCoherent);
  if (info.max_count != 0) most = least(most, info.max_count);
  out.fewest = fewestOf(info, out.configuration);
  if (most >= out.fewest && scratchWords(out, most) <= out.max_scratch_words) out.most = most;
  return out;
}

std::uint64_t scratchWords(const Setting& setting, std::uint32_t n) {
  const std::uint64_t copied = setting.shapes[setting.indexFor(n)].copied(n);
  return copied * wordsOf(setting.configuration.layout.element) + (copied >> VKSORT_RANK_SAMPLE_LOG2);
}

}  // namespace vksort::rank
