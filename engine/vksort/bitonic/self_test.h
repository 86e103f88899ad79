// The sorts that test the bitonic kernels on a device.
#pragma once

#include "bitonic/kernels.h"
#include "passes.h"
#include "trials.h"

namespace vksort::bitonic {

// For each kernel of the set: the full workgroup and a partial one, if one workgroup is a whole sort; else the smallest
// sort of those that are tried, up to 655,363 elements.
void addTrials(const Setting& setting, const KernelSet& kernels, TrialList& out);

}  // namespace vksort::bitonic
