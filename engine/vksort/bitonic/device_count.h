// Sorts whose count is on the device.
#pragma once

#include "bitonic/schedule.h"

namespace vksort::bitonic {

// Appends the set-up, which turns the count into the workgroups of the passes behind it. It comes first.
void addSetUp(PassList& out);

// Appends a pass by one workgroup of Shape::firstSort(), for no more elements than that sorts; the state has its
// arguments from the word `arguments` on, and gives it none if they are more.
void addOneWorkgroup(const Setting& setting, std::uint32_t arguments, PassList& out);

// The passes from `first` on, which sort the most elements that there may be, sort as many as the device finds: the
// first one beside the set-up, with the workgroups of all; of the others any smaller count takes the first ones.
void findCount(const Setting& setting, PassList& passes, std::uint32_t first);

}  // namespace vksort::bitonic
