// Runs a case on a device, and compares the results.
#pragma once
#include <string>

#include "case.h"
#include "gpu.h"

namespace fuzz {

// What is wrong with the result; empty: nothing, or the device cannot sort it.
//   falsifies: changes a word of the result before it is compared.
// Errors: gpu::Error of Vulkan, or of creating a Sorter.
std::string run(Gpu& gpu, const Case& of, bool falsifies = false);

}  // namespace fuzz
