// Creates the pipelines of a Sorter, as independent jobs.
#pragma once

#include "sorter_state.h"

namespace vksort {

// Creates the pipelines of `kernels` of `algorithms`, on the threads of Creation::parallel_for if there are any. Kernel
// 0 becomes pipeline `first_pipeline`. Pipelines created before an error stay in the state.
//   The layouts of the state must exist.
// Errors: Vulkan's, of the first kernel that failed; `rejected` is that kernel if the driver rejects it, else
// kKernelCount. VK_ERROR_INITIALIZATION_FAILED, with `why`: the host did not run each job once.
[[nodiscard]] VkResult createPipelines(const SorterInfo& info, const Algorithms& algorithms, const KernelSet& kernels,
                                       std::uint32_t first_pipeline, const Pipelines::Subgroups& subgroups,
                                       SorterState& state, std::uint32_t& rejected, const char*& why);

}  // namespace vksort
