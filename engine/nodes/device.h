// A device of the device layer, as vksort takes it.
#pragma once
#include "gpu/device.h"
#include "vksort.h"

namespace nodes {

// The handles of `device`, and those of its enabled features that vksort would use. Threads: any.
vksort::Device deviceOf(const gpu::Device& device);

}  // namespace nodes
