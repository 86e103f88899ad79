// Whether elements were drawn back to front, judged on the CPU from their positions alone.
#pragma once
#include <glm/glm.hpp>
#include <span>
#include <string>

namespace particles {

struct OrderReport {
  std::size_t count = 0;       // indices, and what follows of them
  std::size_t inversions = 0;  // neighbours in the drawn order of which the second is farther away
  std::size_t repeated = 0;    // indices drawn more than once; as many others were never drawn
  std::size_t outside = 0;     // indices of no element
  std::size_t elements = 0;

  bool permutation() const { return repeated == 0 && outside == 0 && count == elements; }
  bool good() const { return permutation() && inversions == 0; }
};

// `indices` should be as many as `positions`, of which w means nothing. The depth of p is dot(depth_row, (p, 1)), in
// the arithmetic of keys.comp. A depth that is not a number is an inversion.
OrderReport checkOrder(std::span<const glm::vec4> positions, std::span<const std::uint32_t> indices,
                       glm::vec4 depth_row);

// "order: 0 inversions in 20000", with what else is wrong behind it.
std::string describe(const OrderReport& report);

}  // namespace particles
