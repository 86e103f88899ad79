// Sorts with an indirect count.
#pragma once

#include "bitonic/schedule.h"

namespace vksort::bitonic {

// Appends the set-up, which turns the count into the workgroups of the passes behind it. It comes first.
// `repairs`: the first pass of the sort takes its workgroups from the state, too.
void addSetUp(bool repairs, PassList& out);

// Appends a pass by one workgroup, for no more than Setting::oneWorkgroup() elements; the state has its arguments from
// the word `arguments` on, and gives it none if there are more.
void addOneWorkgroup(const Setting& setting, const Request& request, std::uint32_t arguments, PassList& out);

// The passes from `first` on sort the largest count. They shall sort the count that the GPU finds: the first one beside
// the set-up, with the workgroups of all; of the others any smaller count takes the first ones.
void findCount(const Request& request, PassList& passes, std::uint32_t first);

}  // namespace vksort::bitonic
