#include "sorts/rank/passes.h"

namespace vksort::rank {
namespace {

std::uint32_t tileLog2Of(const Tuning& tuning, std::uint32_t shape) {
  return tuning.scratch_log2[tileSizeOf(tuning, shape)];
}

// A sample needs one word of shared memory.
std::uint32_t maxSamples(const DeviceLimits& limits) {
  return static_cast<std::uint32_t>(limits.shared_memory_bytes / sizeof(std::uint32_t));
}

}  // namespace

std::uint32_t tileSizeOf(const Tuning& tuning, std::uint32_t shape) {
  return shape == 0 || tuning.scratch_log2[1] == 0 ? 0 : 1;
}

void fit(Tuning& tuning, const DeviceLimits& limits) {
  std::uint32_t before = 0;
  for (std::uint32_t i = 0; i < kMaxShapes; ++i) {
    RankShape& shape = tuning.rank_shapes[i];
    const std::uint32_t samples = shape.max_count >> VKSORT_RANK_SAMPLE_LOG2, room = maxSamples(limits);
    shape.max_count = (samples < room ? samples : room) << VKSORT_RANK_SAMPLE_LOG2;
    shape.max_count &= ~((1u << tileLog2Of(tuning, i)) - 1);  // whole tiles
    while (shape.invocations_log2 > 0 && 1u << shape.invocations_log2 > limits.workgroup_invocations)
      --shape.invocations_log2;
    if (shape.max_count <= before) shape = {};
    before = shape.max_count > before ? shape.max_count : before;
  }
}

bool isPossible(const Tuning& tuning, const DeviceLimits& limits, Element element) {
  std::uint32_t before = 0;
  bool is_last = false;
  for (std::uint32_t i = 0; i < kMaxShapes; ++i) {
    const auto& [max_count, invocations_log2] = tuning.rank_shapes[i];
    is_last = is_last || max_count == 0;
    if (is_last && max_count == 0) continue;
    const std::uint32_t tile_log2 = tileLog2Of(tuning, i);
    if (is_last || element == Element::triple || tile_log2 == 0 || max_count <= before) return false;
    const bool has_whole_tiles = max_count >> tile_log2 << tile_log2 == max_count;
    if (!has_whole_tiles || max_count >> VKSORT_RANK_SAMPLE_LOG2 > maxSamples(limits)) return false;
    if (invocations_log2 < 5 || invocations_log2 > 10 || invocations_log2 > tile_log2) return false;
    if (1u << invocations_log2 > limits.workgroup_invocations) return false;
    before = max_count;
  }
  return true;
}

}  // namespace vksort::rank
