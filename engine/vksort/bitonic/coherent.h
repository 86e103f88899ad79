// Sorts of what was in order not long ago: it is repaired first, and sorted only if need be.
#pragma once

#include "bitonic/schedule.h"

namespace vksort::bitonic {

// Appends the passes that repair n elements, behind a set-up: tiles, seams between tiles, and the verdict whether the
// passes of the sort are needed. Returns the index of the verdict.
std::uint32_t addRepair(const Setting& setting, std::uint32_t n, PassList& out);

// The passes behind the verdict are the sort, which the device skips where the repair was enough.
void spareSort(const Setting& setting, PassList& passes, std::uint32_t verdict);

}  // namespace vksort::bitonic
