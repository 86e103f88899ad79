// The pipelines of a Sorter, as jobs that need nothing of each other.
#pragma once

#include "sorter_state.h"

namespace vksort {

// Creates the pipelines of `kernels` of `algorithms` in the state, whose layouts must exist, on the host's threads if
// it has any for them. Kernel 0 becomes pipeline `first_pipeline`. Errors: Vulkan's, of the first kernel that failed,
// with its number in `failed`; VK_ERROR_INITIALIZATION_FAILED with `why` and kKernelCount in `failed` if the host did
// not run each job once. The pipelines that were made stay in the state.
[[nodiscard]] VkResult createPipelines(const SorterInfo& info, const Algorithms& algorithms, const KernelSet& kernels,
                                       std::uint32_t first_pipeline, const Pipelines::Subgroups& subgroups,
                                       SorterState& state, std::uint32_t& failed, const char*& why);

}  // namespace vksort
