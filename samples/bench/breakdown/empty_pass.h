// What a pass costs that does nothing.
#pragma once

#include "gpu/device.h"

namespace bench {

// Microseconds per dispatch of one workgroup that touches one word per invocation, in a long row of them: each with
// what a pass of vksort has around it, a barrier, another pipeline than the one before, and push constants. Median.
// 0 if the queue has no timestamps.
double emptyPassTime(const gpu::Device& device);

}  // namespace bench
