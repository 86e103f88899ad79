// Rank merge: tiles are sorted into a copy, by the bitonic sort's kernels, and merged by kernels of its own, one for
// each shape. Pure arithmetic, no Vulkan calls.
#pragma once

#include "sorts/pass.h"
#include "sort/rank/interface.h"
#include "sorts/trial.h"
#include "sorts/sizes/tuning.h"
#include "device/pipelines.h"
#include "device/support.h"

namespace vksort::rank {

// Tiles that are sorted, and the workgroups that merge them.
struct MergeShape : RankShape {
  std::uint32_t tile_size;  // which of Tuning::scratch_log2
  std::uint32_t tile_log2;

  // Elements of the copy, with those that fill the last tile.
  [[nodiscard]] std::uint64_t copied(std::uint32_t n) const;
};

inline constexpr std::uint32_t kMaxShapes = sizeof(Tuning::rank_shapes) / sizeof(RankShape);
inline constexpr std::uint32_t kTileSizes = sizeof(Tuning::scratch_log2) / sizeof(std::uint32_t);

// What rank merge makes of a configuration and a device.
struct RankSetting {
  Configuration configuration;
  std::uint32_t min_count, max_count;  // elements that it sorts; max_count is 0 where it cannot
  bool compares_second_word;           // see VKSORT_RANK_TIES
  std::uint32_t shape_count;
  MergeShape shapes[kMaxShapes];

  // Of the shape that takes n elements.
  [[nodiscard]] std::uint32_t indexFor(std::uint32_t n) const {
    std::uint32_t i = 0;
    while (i + 1 < shape_count && shapes[i].max_count < n) ++i;
    return i;
  }
};

// Which of Tuning::scratch_log2 the tiles of a shape have.
[[nodiscard]] std::uint32_t tileSizeOf(const Tuning& tuning, std::uint32_t shape);
// Makes the members of a row fit the device. `tuning.scratch_log2` must.
void fit(Tuning& tuning, const DeviceLimits& limits);
// Returns true if kernels with the rank_shapes exist and fit the device. `tuning.scratch_log2` must be possible.
[[nodiscard]] bool isPossible(const Tuning& tuning, const DeviceLimits& limits, Element element);

// The tuning must be possible.
[[nodiscard]] RankSetting settingOf(const Configuration& configuration, const DeviceLimits& limits,
                                    const RecordLimits& record_limits, const Tuning& tuning);

// The scratch memory of a sort of n elements that it takes, in words.
[[nodiscard]] std::uint64_t scratchWords(const RankSetting& setting, std::uint32_t n);

inline constexpr std::uint32_t kKernelCount = kMaxShapes;

[[nodiscard]] Spirv moduleOf(const Configuration& configuration);
[[nodiscard]] PipelineSource sourceOf(const RankSetting& setting, std::uint32_t shape);
// A static string.
[[nodiscard]] const char* nameOf(std::uint32_t shape);

// Appends the pass that merges, with kernels counted from `first_kernel`.
void addMerge(const RankSetting& setting, const Request& request, std::uint32_t first_kernel, PassSink out);

// Sets a bit for each of its kernels that sorts take. `tiles`: which sizes of tiles they take.
void markKernels(const RankSetting& setting, std::uint32_t first_kernel, KernelSet& out, bool (&tiles)[kTileSizes]);

// The sorts that test its kernels.
void addTrials(const RankSetting& setting, std::uint32_t first_kernel, TrialList& out);

}  // namespace vksort::rank
