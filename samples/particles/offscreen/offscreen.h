// Drawing without a display.
#pragma once
#include "gpu/instance.h"
#include "options.h"

namespace particles {

// Draws all frames, writes the last one to options.output and prints the report. Returns the exit code.
// Errors: gpu::Error, graph::Error, std::runtime_error; nothing is left of the output then.
int runOffscreen(const gpu::Instance& instance, const Options& options);

}  // namespace particles
