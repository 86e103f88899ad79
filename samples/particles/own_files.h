// Each file that a run writes is one of its own.
#pragma once
#include "options.h"

namespace particles {

// Errors: UsageError where a file is written that is read, or two results would be one file.
void requireOwnFiles(const Options& options);

}  // namespace particles
