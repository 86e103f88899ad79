#pragma once
#include <string>

#include "gpu/device.h"

namespace samples {

// Returns one line per device, such as "0: NVIDIA H200, discrete GPU, Vulkan 1.3.277". Throws gpu::Error if there are
// none.
std::string deviceLines();

// Copies memory until the GPU has not become faster for 500 ms. Call this before measuring time, because a GPU that was
// idle needs a second to raise its clocks. Does nothing on a software driver.
void raiseClocks(const gpu::Device& device);

}  // namespace samples
