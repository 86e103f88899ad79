// Sorts of many lists in one range.
#pragma once

#include "bitonic/schedule.h"

namespace vksort::bitonic {

// Appends the passes of all lists, of amount.count elements at most: list_setup, once or, for many lists, in steps;
// those that sort lists, or parts of them, which need nothing of each other; those that merge parts. Their workgroups
// are in the table of lists, and 0 here, but for those of the set-up.
void addLists(const Setting& setting, const Amount& amount, PassList& out);

}  // namespace vksort::bitonic
