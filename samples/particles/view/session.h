// Draws a scene in a window.
#pragma once
#include <optional>

#include "gpu/instance.h"
#include "options.h"

namespace particles {

// Opens a window, draws until it is closed or options.frames are drawn, checks the last frame, prints the report and
// returns the exit code. Returns nothing, and prints a note to standard error, if the device cannot present to the
// display. With options.window, this is an error. Errors: gpu::Error, graph::Error.
std::optional<int> runWindow(const gpu::Instance& instance, const Options& options);

}  // namespace particles
