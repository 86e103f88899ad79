// Which passes a sort takes.
#pragma once

#include "bitonic/kernels.h"
#include "passes.h"

namespace vksort::bitonic {

// The passes of a sort, in order; none for 0 elements, and for 1 unless that takes one. With a count of the device,
// that of the amount is the most that it may find: one pass that sorts everything in one workgroup; or the set-up, and
// then the passes of as many. With coherent the passes that repair come in between.
void passes(const Setting& setting, const Amount& amount, PassList& out);

}  // namespace vksort::bitonic
