#pragma once
#include "gpu/instance.h"
#include "options.h"

namespace particles {

// Throws UsageError if an output file is also an input file or another output file.
void requireOwnFiles(const Options& options);

// Returns the exit code. If it throws, no incomplete files remain.
int runOffscreen(const gpu::Instance& instance, const Options& options);

}  // namespace particles
