// How rank merge cuts its work: which sorts it takes, in which tiles. Pure arithmetic, no Vulkan calls.
#pragma once

#include "configuration.h"
#include "sort/rank/interface.h"
#include "vulkan/support.h"

namespace vksort::rank {

// Tiles that are sorted, and the workgroups that merge them.
struct Shape {
  std::uint32_t max_count;  // elements of the largest sort that takes it
  std::uint32_t tile_log2;
  std::uint32_t invocations_log2;  // each merges one element

  // Elements of the copy, with those that fill the last tile.
  [[nodiscard]] std::uint64_t copied(std::uint32_t n) const;
};

inline constexpr std::uint32_t kShapes = 3;
inline constexpr std::uint32_t kTileSizes = 2;  // that they are of

// What rank merge makes of a configuration and a device.
struct Setting {
  Configuration configuration;
  std::uint32_t min_count, max_count;  // elements that it sorts; max_count is 0 where it cannot
  std::uint32_t max_incremental;       // the same of incremental sorts
  bool compares_second_word;           // see VKSORT_RANK_TIES
  Shape shapes[kShapes];

  // Of the shape that takes n elements.
  [[nodiscard]] std::uint32_t indexFor(std::uint32_t n) const {
    std::uint32_t i = 0;
    while (i + 1 < kShapes && shapes[i].max_count < n) ++i;
    return i;
  }
};

// Which of the sizes of tiles the shape has.
[[nodiscard]] constexpr std::uint32_t tileSizeOf(std::uint32_t shape) { return shape == 0 ? 0 : 1; }

// `tiles_log2`: of the tiles that can be sorted to scratch memory, by size; 0: none can.
[[nodiscard]] Setting settingOf(const SorterInfo& info, const DeviceLimits& limits, const RecordLimits& record_limits,
                                const std::uint32_t (&tiles_log2)[kTileSizes]);

// The scratch memory of a sort of n elements that it takes, in words.
[[nodiscard]] std::uint64_t scratchWords(const Setting& setting, std::uint32_t n);

}  // namespace vksort::rank
