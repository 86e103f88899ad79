// `vksort-bench breakdown`: what the time of a sort is spent on, for each size.
#pragma once

#include "breakdown/breakdown_options.h"
#include "gpu/device.h"

namespace bench {

// Prints a table, writes the CSV that the options name. Returns the exit code: 0, or 1 if a result was not sorted.
// Errors: std::exception with one line; no file is written.
int run(const gpu::Device& device, const BreakdownOptions& options);

}  // namespace bench
