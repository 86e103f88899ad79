#pragma once
#include <optional>

#include "gpu/instance.h"
#include "options.h"

namespace particles {

// Returns the exit code. If the device cannot present to the display, prints a note and returns nothing, or throws
// gpu::Error with options.window.
std::optional<int> runWindow(const gpu::Instance& instance, const Options& options);

}  // namespace particles
