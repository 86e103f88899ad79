// Drawing without a display: frames of a scene, or one step of a sort.
#pragma once
#include "gpu/instance.h"
#include "options.h"

namespace particles {

// Errors: UsageError where a file is written that is read, or two results would be one file.
void requireOwnFiles(const Options& options);

// Draws all frames, writes the last one and what else was asked for, and prints the report. Returns the exit code.
// Errors: gpu::Error, graph::Error, std::runtime_error; nothing is left of the output then.
int runOffscreen(const gpu::Instance& instance, const Options& options);

// Draws it into a PNG, says which step it shows, and returns the exit code. Errors: UsageError for a step that there
// is not, gpu::Error, std::runtime_error for a file that cannot be written.
int runSteps(const gpu::Instance& instance, const Options& options);

}  // namespace particles
