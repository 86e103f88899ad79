// A device of the device layer, as the sort wants to be told of it.
#pragma once
#include "gpu/device.h"
#include "vksort_verifier.h"

namespace nodes {

// Handles and features of `device`: those that it has enabled and vksort would use. The configuration is left at its
// defaults. Thread rule: any thread.
vksort::SorterInfo sorterInfo(const gpu::Device& device);
vksort::VerifierInfo verifierInfo(const gpu::Device& device);

}  // namespace nodes
