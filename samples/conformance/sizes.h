#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "vksort_plan.h"

namespace conform {

// Returns each count up to `largest` whose passes use other kernels than the previous count.
std::vector<std::uint32_t> limitsOf(const vksort::Sorter& sorter, vksort::PlanInfo info, std::uint32_t largest);

void addKernels(const vksort::Sorter& sorter, const vksort::PlanInfo& info, std::set<std::string>& kernels);

}  // namespace conform
