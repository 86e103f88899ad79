// Rank merge: bitonic kernels sort tiles into a copy, and rank kernels merge them.
#pragma once

#include "device/pipelines.h"
#include "device/support.h"
#include "sort/rank/interface.h"
#include "sorts/pass.h"
#include "sorts/sizes/tuning.h"
#include "sorts/trial.h"

namespace vksort::rank {

struct MergeShape : RankShape {
  std::uint32_t tile_size;  // index in Tuning::scratch_log2
  std::uint32_t tile_log2;

  // Elements of the copy, which consists of full tiles.
  [[nodiscard]] std::uint64_t copied(std::uint32_t n) const;
};

inline constexpr std::uint32_t kMaxShapes = sizeof(Tuning::rank_shapes) / sizeof(RankShape);
inline constexpr std::uint32_t kTileSizes = sizeof(Tuning::scratch_log2) / sizeof(std::uint32_t);

struct RankSetting {
  Configuration configuration;
  std::uint32_t min_count, max_count;  // counts that it sorts; max_count is 0 if rank merge cannot be used
  bool compares_second_word;           // see VKSORT_RANK_TIES
  std::uint32_t shape_count;
  MergeShape shapes[kMaxShapes];

  [[nodiscard]] std::uint32_t indexFor(std::uint32_t n) const {
    std::uint32_t i = 0;
    while (i + 1 < shape_count && shapes[i].max_count < n) ++i;
    return i;
  }
};

[[nodiscard]] std::uint32_t tileSizeOf(const Tuning& tuning, std::uint32_t shape);
// Makes the rank_shapes fit the device. `tuning.scratch_log2` must fit it already.
void fit(Tuning& tuning, const DeviceLimits& limits);
// True if kernels with the rank_shapes exist and fit the device. `tuning.scratch_log2` must be possible.
[[nodiscard]] bool isPossible(const Tuning& tuning, const DeviceLimits& limits, Element element);

// The tuning must be possible.
[[nodiscard]] RankSetting settingOf(const Configuration& configuration, const DeviceLimits& limits,
                                    const RecordLimits& record_limits, const Tuning& tuning);

[[nodiscard]] std::uint64_t scratchWords(const RankSetting& setting, std::uint32_t n);

inline constexpr std::uint32_t kKernelCount = kMaxShapes;

[[nodiscard]] Spirv moduleOf(const Configuration& configuration);
[[nodiscard]] PipelineSource sourceOf(const RankSetting& setting, std::uint32_t shape);
[[nodiscard]] const char* nameOf(std::uint32_t shape);

// `first_kernel` is the index of the first rank kernel in a KernelSet.
void addMerge(const RankSetting& setting, const Request& request, std::uint32_t first_kernel, PassSink out);

// Sets a bit for each rank kernel, and each tile size, that sorts use.
void markKernels(const RankSetting& setting, std::uint32_t first_kernel, KernelSet& out, bool (&tiles)[kTileSizes]);

void addTrials(const RankSetting& setting, std::uint32_t first_kernel, TrialList& out);

}  // namespace vksort::rank
