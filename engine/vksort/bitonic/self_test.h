// The sorts that test the bitonic kernels on a device.
#pragma once

#include "bitonic/kernels.h"
#include "passes.h"
#include "trials.h"

namespace vksort::bitonic {

// Adds trials for each kernel of the set. A kernel that sorts in one workgroup is tried with a full and a partial one.
// Other kernels are tried in the smallest sort that has them, of up to 655,363 elements.
void addTrials(const Setting& setting, const KernelSet& kernels, TrialList& out);

}  // namespace vksort::bitonic
