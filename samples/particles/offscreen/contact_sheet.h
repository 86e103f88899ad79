// All scenes in one picture.
#pragma once
#include "gpu/instance.h"
#include "options.h"

namespace particles {

// Draws each scene offscreen, of options.width x options.height, and puts them side by side, two or three in a row, in
// the picture options.output. Sorts as options say where a scene can be sorted so, else as it comes. Prints a line for
// each. Returns the exit code: the worst of them. Errors: as runOffscreen(), UsageError for a sheet that is too large.
int runContactSheet(const gpu::Instance& instance, const Options& options);

}  // namespace particles
