// Which passes a radix sort takes.
#pragma once

#include "passes.h"
#include "proofs.h"
#include "radix/kernels.h"

namespace vksort::radix {

// Whether n elements are to be sorted by radix where there is scratch memory.
[[nodiscard]] bool sorts(const Setting& setting, std::uint32_t n);
// Whether up to Setting::few, if the device finds no more, are left to a pass by one workgroup, which takes its
// arguments from VKSORT_RADIX_FEW_ARGUMENTS on: where there may be many, it costs less than passes that have hardly
// anything to do.
[[nodiscard]] bool leavesFew(const Setting& setting, std::uint32_t n);

// Appends the passes of a sort, with kernels counted from `first_kernel`; it must sort n.
void addPasses(const Setting& setting, std::uint32_t n, std::uint32_t first_kernel, PassList& out);

[[nodiscard]] PassBytes bytesOf(const Setting& setting, std::uint32_t n, std::uint32_t first_kernel, const Pass& pass);

// The sorts that prove its kernels.
void addProofs(const Setting& setting, ProofList& out);

}  // namespace vksort::radix
