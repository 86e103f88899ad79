// The rate to hold a sort's memory traffic against.
#pragma once

#include "gpu/device.h"

namespace bench {

// Median rate of a compute kernel that copies a buffer far larger than a GPU's caches (256 MiB, 32 MiB on a software
// device), in bytes read and written per second. vkCmdCopyBuffer may be a fifth of it: it can run on a copy engine.
// 0 if the queue has no timestamps.
double copyBandwidth(const gpu::Device& device);

}  // namespace bench
