// Draws the sorts of a case.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "list.h"
#include "vksort_plan.h"

namespace conform {

struct Limits {
  bool software;
  bool quick;
  std::uint64_t seed;
};

// Returns ascending counts.
std::vector<std::uint32_t> countsOf(const Case& of, const vksort::Sorter& sorter, const Limits& limits);

std::uint32_t variationsOf(const Case& of, std::uint32_t count);

// Equal arguments give equal words.
cases::Case drawSorts(const Case& of, const vksort::Sorter& sorter, std::uint64_t seed, std::uint32_t count,
                      std::uint32_t variation);

vksort::PlanInfo planInfoOf(const cases::Case& sorts);

}  // namespace conform
