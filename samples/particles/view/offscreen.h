// Draws frames of a scene, or one step of a sort, without a display.
#pragma once
#include "gpu/instance.h"
#include "options.h"

namespace particles {

// Throws UsageError if an output file is also an input file or another output file.
void requireOwnFiles(const Options& options);

// Draws all frames, writes their pictures, prints the report and returns the exit code. Throws gpu::Error, graph::Error
// or std::runtime_error; then no incomplete files remain.
int runOffscreen(const gpu::Instance& instance, const Options& options);

// Draws a step to a PNG file, prints its description, and returns the exit code. Throws UsageError if the step does not
// exist, gpu::Error, or std::runtime_error if the file cannot be written.
int runSteps(const gpu::Instance& instance, const Options& options);

}  // namespace particles
