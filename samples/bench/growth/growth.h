// `vksort-bench growth`: what the plan predicts of a sort and what is measured, over n.
#pragma once

#include "gpu/device.h"
#include "growth/growth_options.h"

namespace bench {

// Prints a table, writes the CSV that the options name. Returns the exit code: 1 if a result was not sorted or a plan
// was wrong. Errors: std::exception with one line; no file is written.
int run(const gpu::Device& device, const GrowthOptions& options);

}  // namespace bench
