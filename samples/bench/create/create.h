// `vksort-bench create`: what creating a Sorter takes.
#pragma once

#include "create/create_options.h"
#include "gpu/device.h"

namespace bench {

// Makes one Sorter, with no pipeline cache of its own; whether the driver has a cache is the driver's matter. Prints a
// table, writes the CSV that the options name. Returns the exit code. Errors: std::exception with one line; no file is
// written.
int run(const gpu::Device& device, const CreateOptions& options);

}  // namespace bench
