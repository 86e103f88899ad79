// Whether elements were drawn back to front, judged on the CPU from their positions alone.
#pragma once
#include <glm/glm.hpp>
#include <optional>
#include <span>
#include <string>

#include "scene/groups.h"

namespace particles {

struct OrderReport {
  std::size_t count = 0;       // indices, and what follows of them
  std::size_t inversions = 0;  // neighbours in the drawn order of which the second is farther away
  std::size_t repeated = 0;    // indices drawn more than once; as many others were never drawn
  std::size_t outside = 0;     // indices of no element
  std::size_t strays = 0;      // elements drawn with another group than theirs
  std::size_t elements = 0;
  std::optional<std::size_t> drawn{};  // the first so many of the indices, if not all; the others have no order

  bool permutation() const { return repeated == 0 && outside == 0 && strays == 0 && count == elements; }
  bool good() const { return permutation() && inversions == 0; }
  std::size_t judged() const { return drawn.value_or(count); }  // those that have an order
};

// What order is expected. The depth of p is dot(depth_row, (p, 1)), in the arithmetic of keys.comp.
struct OrderRule {
  glm::vec4 depth_row{};
  std::optional<uint32_t> drawn{};  // as OrderReport::drawn
  GroupPlaces groups{};             // if arranged: each by itself
};

// `indices` should be as many as `positions`, of which w means nothing. A depth that is not a number is an inversion.
OrderReport checkOrder(std::span<const glm::vec4> positions, std::span<const std::uint32_t> indices,
                       const OrderRule& rule);
inline OrderReport checkOrder(std::span<const glm::vec4> positions, std::span<const std::uint32_t> indices,
                              glm::vec4 depth_row) {
  return checkOrder(positions, indices, OrderRule{.depth_row = depth_row});
}

// "order: 0 inversions in 20000", with what else is wrong behind it.
std::string describe(const OrderReport& report);

}  // namespace particles
