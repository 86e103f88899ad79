// The Vulkan devices that a program may run on.
#pragma once
#include <string>

namespace samples {

// A line for each: "0: NVIDIA H200, discrete GPU, Vulkan 1.3.277", by the index that --device takes. Errors:
// gpu::Error, also where there is none.
std::string deviceLines();

}  // namespace samples
