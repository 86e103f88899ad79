// The Vulkan devices that a program can run on, and their clocks.
#pragma once
#include <string>

#include "gpu/device.h"

namespace samples {

// A line for each: "0: NVIDIA H200, discrete GPU, Vulkan 1.3.277", by the index that --device takes. Errors:
// gpu::Error, also where there is none.
std::string deviceLines();

// Copies memory until a GPU gets no faster for 500 ms. A GPU that was idle for some seconds, while the program compiled
// kernels, has low clocks and takes a second to raise them. Call it before you measure time. Does nothing on a software
// device.
void raiseClocks(const gpu::Device& device);

}  // namespace samples
