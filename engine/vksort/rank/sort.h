// Which passes a sort by ranks takes: one that sorts tiles into a copy, the bitonic sort's, and one that merges them.
#pragma once

#include "passes.h"
#include "proofs.h"
#include "rank/kernels.h"

namespace vksort::rank {

// Whether n elements are to be sorted by ranks where there is scratch memory.
[[nodiscard]] bool sorts(const Setting& setting, std::uint32_t n);

// Appends the pass that merges n elements, with kernels counted from `first_kernel`.
void addMerge(const Setting& setting, std::uint32_t n, std::uint32_t first_kernel, PassList& out);

// What either pass moves. `merges`: that one.
[[nodiscard]] PassBytes bytesOf(const Setting& setting, std::uint32_t n, bool merges);

// The sorts that prove its kernels.
void addProofs(const Setting& setting, ProofList& out);

}  // namespace vksort::rank
