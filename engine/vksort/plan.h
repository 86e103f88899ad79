// What a sort costs: its passes, added up.
#pragma once

#include "algorithm.h"

namespace vksort {

[[nodiscard]] Plan planOf(const Algorithms& algorithms, const Amount& amount);
[[nodiscard]] PassPlan planPassOf(const Algorithms& algorithms, const Amount& amount, std::uint32_t index);

}  // namespace vksort
