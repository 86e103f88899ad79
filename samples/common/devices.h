// The Vulkan devices that a program can run on, and their clocks.
#pragma once
#include <string>

#include "gpu/device.h"

namespace samples {

// Returns one line per device, which starts with the index to pass to --device, for example "0: NVIDIA H200, discrete
// GPU, Vulkan 1.3.277". Errors: gpu::Error, for example if there are no devices.
std::string deviceLines();

// Copies memory until the GPU has not become faster for 500 ms. Call this before you measure time: if a GPU was idle
// for a few seconds, for example while the program compiled kernels, it needs a second to raise its clocks. Does
// nothing on a software device.
void raiseClocks(const gpu::Device& device);

}  // namespace samples
