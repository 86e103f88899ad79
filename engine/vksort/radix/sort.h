// Which passes a radix sort takes.
#pragma once

#include "passes.h"
#include "proofs.h"
#include "radix/kernels.h"

namespace vksort::radix {

// Whether n elements are to be sorted by radix where there is scratch memory.
[[nodiscard]] bool sorts(const Setting& setting, std::uint32_t n);
// Whether one workgroup sorts up to Setting::few elements of an indirect count in place. It costs less than passes with
// hardly any elements. Its arguments are at VKSORT_RADIX_FEW_ARGUMENTS.
[[nodiscard]] bool leavesFew(const Setting& setting, std::uint32_t n);

// Appends the passes of a sort, with kernels counted from `first_kernel`; it must sort n.
void addPasses(const Setting& setting, std::uint32_t n, std::uint32_t first_kernel, PassList& out);

[[nodiscard]] PassBytes bytesOf(const Setting& setting, std::uint32_t n, std::uint32_t first_kernel, const Pass& pass);

// The sorts that prove its kernels.
void addProofs(const Setting& setting, ProofList& out);

}  // namespace vksort::radix
