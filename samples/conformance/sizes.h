// The counts at which a Sorter changes how it sorts.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "vksort_plan.h"

namespace conform {

// Each count up to `largest` whose passes have other kernels, or another number of them, than those of the count
// before.
//   info: with its count, of a whole sort.
std::vector<std::uint32_t> limitsOf(const vksort::Sorter& sorter, vksort::PlanInfo info, std::uint32_t largest);

// Adds the kernels of a recording.
void addKernels(const vksort::Sorter& sorter, const vksort::PlanInfo& info, std::set<std::string>& kernels);

}  // namespace conform
