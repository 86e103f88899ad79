// `vksort-bench paper`: std::sort, the steps v0 to v5 of the paper, and vksort.
#pragma once

#include "gpu/device.h"
#include "paper/paper_options.h"

namespace bench {

// Prints a Markdown table, or JSON, writes the file that the options name, and returns the exit code, as measurePlan().
int run(const gpu::Device& device, const PaperOptions& options);

}  // namespace bench
