// Checks on the CPU that elements are drawn back to front, and that all of them are drawn.
#pragma once
#include <glm/glm.hpp>
#include <optional>
#include <span>
#include <string>

#include "interface.h"
#include "scene/elements.h"

namespace particles {

// The result of a check, based on the positions only.
struct OrderReport {
  std::size_t count = 0;       // indices that are drawn
  std::size_t inversions = 0;  // neighbours in the drawn order of which the second is farther away
  std::size_t invalid = 0;     // indices that are repeated, out of range, invisible, or in the place of another group
  std::size_t elements = 0;
  std::size_t hidden = 0;             // elements that are invisible
  std::optional<uint32_t> nearest{};  // number of elements that a budget allows

  bool permutation() const { return invalid == 0 && count + hidden == elements; }
  bool good() const { return permutation() && inversions == 0; }
};

// The expected order. The depth of p is dot(depth_row, (p, 1)), in the arithmetic of keys.glsl.
struct OrderRule {
  glm::vec4 depth_row{};
  std::optional<CullView> eye{};  // for culled elements
  GroupPlaces groups{};           // if arranged, the groups are checked separately
};

// Checks that `indices` contains all visible elements, farthest first. A NaN depth is an inversion.
OrderReport checkOrder(std::span<const glm::vec4> positions, std::span<const uint32_t> indices, const OrderRule& rule);
// Returns "order: 0 inversions in 20000", and the number of invalid or missing indices.
std::string describe(const OrderReport& report);

}  // namespace particles
