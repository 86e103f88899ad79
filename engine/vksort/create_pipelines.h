// The pipelines of a Sorter, as jobs that need nothing of each other.
#pragma once

#include "sorter_state.h"

namespace vksort {

// Creates the pipelines of `kernels` in the state, whose layouts must exist, on the host's threads if it has any for
// them. Errors: Vulkan's, of the first kernel that failed, with its number in `failed`; VK_ERROR_INITIALIZATION_FAILED
// with `why` and kKernelCount in `failed` if the host did not run each job once. The pipelines that were made stay in
// the state.
[[nodiscard]] VkResult createPipelines(const SorterInfo& info, const KernelSet& kernels,
                                       const Pipelines::Subgroups& subgroups, SorterState& state, std::uint32_t& failed,
                                       const char*& why);

}  // namespace vksort
