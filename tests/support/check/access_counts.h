// What the shaders load and store, as the counting ones say.
#pragma once
#include <vector>

#include "support/device/rig.h"

namespace test {

struct Counted {
  uint64_t loaded, repeated, stored;  // words; repeated: in the place of elements that do not exist
};

// The shipped shaders with counters; their sorters need descriptors that reach to the end of the buffer.
Faults counting();
// The tile pass of keys leaves out a store.
void countShort(Faults& counting);

// Runs a sort of each size with a sorter of counting shaders; coherent ones of keys alone, in reverse.
std::vector<Counted> countAccesses(Rig& rig, const vksort::Sorter& sorter, const Config& config,
                                   const std::vector<uint32_t>& sizes);

}  // namespace test
