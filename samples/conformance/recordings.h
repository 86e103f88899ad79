// The recordings of a case, as sorts of the fuzzer's model: contents, ranges and steps, drawn by their number.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "list.h"
#include "vksort_plan.h"

namespace conform {

struct Limits {
  bool software;  // a driver without a GPU: smaller sorts
  bool quick;     // --quick: smaller sorts
  std::uint64_t seed;
};

// The counts that a case sorts, ascending.
std::vector<std::uint32_t> countsOf(const Case& of, const vksort::Sorter& sorter, const Limits& limits);

// Variations of a case at a count.
std::uint32_t variationsOf(const Case& of, std::uint32_t count);

// What one of them records. Equal arguments give equal words.
cases::Case drawSorts(const Case& of, const vksort::Sorter& sorter, std::uint64_t seed, std::uint32_t count,
                      std::uint32_t variation);

// As plan() takes the first sort.
vksort::PlanInfo planInfoOf(const cases::Case& sorts);

}  // namespace conform
