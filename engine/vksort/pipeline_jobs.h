// The pipelines of a Sorter, as jobs that need nothing of each other.
#pragma once

#include "sorter_state.h"

namespace vksort {

// Makes the pipelines of `kernels` in the state, whose layouts must exist; on the host's threads if it lends them.
// Errors: of the first kernel that failed, as Vulkan returned it. VK_ERROR_INITIALIZATION_FAILED with `why` if the host
// did not run each job once. What was made stays in the state, for destroy().
[[nodiscard]] VkResult createPipelines(const SorterInfo& info, KernelSet kernels, const Pipelines::Subgroups& subgroups,
                                       SorterState& state, const char*& why);

}  // namespace vksort
