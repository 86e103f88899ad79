// Which passes a sort takes.
#pragma once

#include "bitonic/kernels.h"
#include "passes.h"

namespace vksort::bitonic {

// The passes of a sort in place, in order.
void passes(const Setting& setting, const Request& request, PassList& out);

// Sets a bit for each kernel that sorts in place take.
void markKernels(const Setting& setting, KernelSet& out);

}  // namespace vksort::bitonic
