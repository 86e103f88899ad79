// A picture of one step of a sort, without a window.
#pragma once
#include "gpu/instance.h"
#include "options.h"

namespace particles {

// Draws it into a PNG, says which step it shows, and returns the exit code. Errors: UsageError for a step that there
// is not, gpu::Error, std::runtime_error for a file that cannot be written.
int runSteps(const gpu::Instance& instance, const Options& options);

}  // namespace particles
