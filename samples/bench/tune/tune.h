// `vksort-bench tune`: the search on a device, and what it prints.
#pragma once

#include "gpu/device.h"
#include "tune/tune_options.h"

namespace bench {

// Searches for the tuning that sorts the options' sizes fastest, prints it, and saves it if they say so.
// Returns the exit code: 0, or 1 if a result was not sorted. Errors: std::exception with one line; no file is written.
int run(const gpu::Device& device, const TuneOptions& options);

}  // namespace bench
