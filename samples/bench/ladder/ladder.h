// `vksort-bench ladder`: std::sort, v0 to v5 and vksort, step by step.
#pragma once

#include "gpu/device.h"
#include "ladder/ladder_options.h"

namespace bench {

// Prints a Markdown table, or JSON, writes the file that the options name, and returns the exit code, as measurePlan().
int run(const gpu::Device& device, const LadderOptions& options);

}  // namespace bench
