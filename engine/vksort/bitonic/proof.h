// Which sorts prove the kernels.
#pragma once

#include "bitonic/kernels.h"
#include "proofs.h"

namespace vksort::bitonic {

// For each kernel that the setting uses: the full workgroup and a partial one, where that alone makes a sort; else the
// fewest elements of those tried, up to 655363. They are for this algorithm alone: whether another one would be chosen
// for as many makes no difference.
void addProofs(const Setting& setting, ProofList& out);

}  // namespace vksort::bitonic
