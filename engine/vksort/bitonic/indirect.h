// Sorts with an indirect count.
#pragma once

#include "bitonic/schedule.h"

namespace vksort::bitonic {

// Appends the set-up, which writes the indirect dispatch arguments of the later passes. It must come first.
void addSetUp(PassList& out);

// Appends a pass by one workgroup, for up to Setting::oneWorkgroup() elements. Its indirect dispatch arguments begin at
// word `arguments` of the state. They must be 0 workgroups for a larger count.
void addOneWorkgroup(const Setting& setting, const Request& request, std::uint32_t arguments, PassList& out);

// Makes the passes from `first` on sort an indirect count. They were made for the largest count. The first one keeps
// its workgroups and runs beside the set-up. The others become indirect dispatches.
void findCount(const Request& request, PassList& passes, std::uint32_t first);

}  // namespace vksort::bitonic
