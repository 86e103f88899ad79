// Tests a level of a Sorter.
#pragma once

#include "levels.h"

namespace vksort {

// Runs the trials, whose pipelines must exist in the level. A key generator needs the host's data, so kernels without
// it are created and tested instead. `info` is that of the Sorter, with a queue to test on. `problem` is set if a
// kernel fails; then the result is VK_SUCCESS or that of the driver's compiler, and *why is that of a baseline. Errors:
// VK_TIMEOUT: a sort did not end in time. What it may still use is leaked, also when the Sorter is destroyed.
//         Others: as Vulkan returned them, and VK_ERROR_FEATURE_NOT_PRESENT: the device verifies wrongly. *why is set.
[[nodiscard]] VkResult testLevel(const SorterInfo& info, SorterState& state, const Level& level,
                                 const TrialList& trials, Problem& problem, const char*& why);

}  // namespace vksort
