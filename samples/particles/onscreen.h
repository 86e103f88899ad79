// Drawing in a window.
#pragma once
#include <optional>

#include "gpu/instance.h"
#include "options.h"
#include "window/display.h"

namespace particles {

// Opens a window, draws until it is closed or options.frames are drawn, checks the last frame, prints the report and
// returns the exit code. Nothing, with a note on standard error, when the device cannot present to the display;
// an error if options.window. Errors: gpu::Error, graph::Error.
std::optional<int> runWindow(const gpu::Instance& instance, const Options& options);

}  // namespace particles
