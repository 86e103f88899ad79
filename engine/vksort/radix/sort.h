// Which passes a radix sort takes.
#pragma once

#include "passes.h"
#include "radix/kernels.h"
#include "trials.h"

namespace vksort::radix {

// Whether one workgroup sorts up to Setting::max_in_place elements of an indirect count in place. It costs less than
// passes with hardly any elements. Its arguments are at VKSORT_RADIX_IN_PLACE_ARGUMENTS.
[[nodiscard]] bool sortsFewInPlace(const Setting& setting, const Request& request);

// Appends the passes of a sort, with kernels counted from `first_kernel`.
void addPasses(const Setting& setting, const Request& request, std::uint32_t first_kernel, PassList& out);

[[nodiscard]] PassBytes bytesOf(const Setting& setting, const Request& request, std::uint32_t first_kernel,
                                const Pass& pass);

// Sets a bit for each of its kernels that sorts take.
void markKernels(const Setting& setting, std::uint32_t first_kernel, KernelSet& out);

// The sorts that test its kernels, of at least `min_count` elements.
void addTrials(const Setting& setting, std::uint32_t first_kernel, std::uint32_t min_count, TrialList& out);

}  // namespace vksort::radix
