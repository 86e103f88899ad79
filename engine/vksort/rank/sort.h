// Which passes a rank merge takes: one that sorts tiles into a copy, the bitonic sort's, and one that merges them.
#pragma once

#include "passes.h"
#include "rank/kernels.h"
#include "trials.h"

namespace vksort::rank {

// Appends the pass that merges, with kernels counted from `first_kernel`.
void addMerge(const Setting& setting, const Request& request, std::uint32_t first_kernel, PassList& out);

// The bytes that either pass moves. `merges`: that one.
[[nodiscard]] PassBytes bytesOf(const Setting& setting, std::uint32_t n, bool merges);

// Sets a bit for each of its kernels that sorts take. `tiles`: which sizes of tiles they take.
void markKernels(const Setting& setting, std::uint32_t first_kernel, KernelSet& out, bool (&tiles)[kTileSizes]);

// The sorts that test its kernels.
void addTrials(const Setting& setting, std::uint32_t first_kernel, TrialList& out);

}  // namespace vksort::rank
