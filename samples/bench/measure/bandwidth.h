// The rate to hold a sort's memory traffic against.
#pragma once

#include "gpu/device.h"

namespace bench {

// Median rate of a compute kernel that copies a buffer far larger than a GPU's caches (256 MiB, 32 MiB on a software
// device), in bytes read and written per second. vkCmdCopyBuffer may be a fifth of it: it can run on a copy engine.
// 0 if the queue has no timestamps.
double copyBandwidth(const gpu::Device& device);

// The rate of the same kernel, and for as many bytes, within `working_set` bytes, half of them source and half target:
// what caches add. At least `large`, the rate above; few bytes are not enough to keep a GPU busy.
double cachedBandwidth(const gpu::Device& device, VkDeviceSize working_set, double large);

}  // namespace bench
