// What a sort costs, from its schedule.
#pragma once

#include "bitonic/schedule.h"
#include "configuration.h"

namespace vksort {

struct PlanInput {
  const Shape& shape;
  const Layout& layout;
  std::uint32_t max_groups_x;  // at least 1
};

// What is sorted.
struct Sizes {
  std::uint32_t count;       // of the range; Count::lists: of the largest list
  std::uint32_t list_count;  // Count::lists only
};

[[nodiscard]] Plan planOf(const PlanInput& input, const Sizes& sizes);
[[nodiscard]] PassPlan planPassOf(const PlanInput& input, const Sizes& sizes, std::uint32_t index);

// Static strings: "vksort tile_sort" and so on; without the library's name: "tile_sort".
[[nodiscard]] const char* fullNameOf(Kernel kernel);
[[nodiscard]] const char* nameOf(Kernel kernel);

}  // namespace vksort
