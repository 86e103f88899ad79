// Drawing without a display.
#pragma once
#include "gpu/device.h"
#include "options.h"

namespace particles {

// Draws all frames, writes the last one to options.output and prints the report. Returns the exit code.
// Errors: gpu::Error, graph::Error, std::runtime_error; nothing is left of the output then.
int runOffscreen(const gpu::Instance& instance, const Options& options);

// Errors: UsageError for a picture that the device cannot draw.
void requireSize(const gpu::Device& device, VkExtent2D extent);

}  // namespace particles
