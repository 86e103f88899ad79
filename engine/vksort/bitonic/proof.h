// Which sorts prove the kernels.
#pragma once

#include "bitonic/kernels.h"
#include "proofs.h"

namespace vksort::bitonic {

// Whether so many may be sorted in place.
struct Tried {
  bool (*may)(const void* context, std::uint32_t n) = nullptr;  // null: any number
  const void* context = nullptr;
  std::uint32_t also = 0;  // tried where no size that is usual takes a kernel; 0: none

  [[nodiscard]] bool operator()(std::uint32_t n) const { return !may || may(context, n); }
};

// For each kernel that the setting uses: the full workgroup and a partial one, where that alone makes a sort; else the
// fewest elements of those tried, up to 655363, or Tried::also. They are for this algorithm alone: whether another one
// would be chosen for as many makes no difference, but where none may be in place.
void addProofs(const Setting& setting, ProofList& out, const Tried& tried = {});

}  // namespace vksort::bitonic
