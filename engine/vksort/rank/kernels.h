// The kernels of the rank merge, one for each shape: they merge. Those that sort the tiles are the bitonic sort's.
#pragma once

#include "rank/shape.h"
#include "vulkan/pipelines.h"

namespace vksort::rank {

inline constexpr std::uint32_t kKernelCount = kMaxShapes;

[[nodiscard]] Module moduleOf(const Configuration& configuration);
[[nodiscard]] PipelineSource sourceOf(const Setting& setting, std::uint32_t shape);
// A static string.
[[nodiscard]] const char* nameOf(std::uint32_t shape);

}  // namespace vksort::rank
