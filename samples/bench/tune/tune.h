// --tune: the search on a device, and what it prints.
#pragma once

#include "gpu/device.h"
#include "session/plan.h"

namespace bench {

// Searches for the tuning that sorts the plan's counts fastest, prints it, and saves it if the options say so.
// Returns the exit code, as run(). Errors: std::exception with one line; no file is written.
int tune(const gpu::Device& device, const Options& options, const Plan& plan);

}  // namespace bench
