#pragma once
#include <optional>

#include "gpu/instance.h"
#include "options.h"

namespace particles {

// Draws until the window is closed or options.frames are drawn, checks the last frame, prints the report and returns
// the exit code. If the device cannot present to the display, prints a note to standard error and returns nothing; with
// options.window, this is an error. Throws gpu::Error or graph::Error.
std::optional<int> runWindow(const gpu::Instance& instance, const Options& options);

}  // namespace particles
