// Incremental sorts: a repair pass, and a full sort if the repair is not enough.
#pragma once

#include "bitonic/schedule.h"

namespace vksort::bitonic {

// Appends the passes of an incremental sort, behind a set-up: repairs of tiles and tile boundaries, the decision
// whether the sort is needed, and the sort, which the GPU skips if it is not.
void addIncremental(const Setting& setting, const Request& request, PassList& out);

}  // namespace vksort::bitonic
