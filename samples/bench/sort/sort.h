// `vksort-bench sort`: GPU time of sorts by size.
#pragma once

#include "gpu/device.h"
#include "sort/sort_options.h"

namespace bench {

// Prints a table, or JSON, writes the file that the options name, and returns the exit code, as measurePlan().
int run(const gpu::Device& device, const SortOptions& options);

}  // namespace bench
