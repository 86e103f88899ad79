// Checks on the CPU that elements are drawn back to front, and that all of them are drawn.
#pragma once
#include <glm/glm.hpp>
#include <optional>
#include <span>
#include <string>

#include "interface.h"
#include "scene/elements.h"

namespace particles {

// Whether elements were drawn back to front, judged on the CPU from their positions alone.
struct OrderReport {
  std::size_t count = 0;       // indices that are drawn, and what follows of them
  std::size_t inversions = 0;  // neighbours in the drawn order of which the second is farther away
  std::size_t repeated = 0;    // indices drawn more than once; as many others were never drawn
  std::size_t outside = 0;     // indices of no element
  std::size_t strays = 0;      // elements drawn with another group than theirs, or that cannot be seen
  std::size_t elements = 0;
  std::size_t hidden = 0;             // of them, elements that cannot be seen
  std::optional<uint32_t> nearest{};  // that a budget leaves, which are drawn

  bool permutation() const { return repeated == 0 && outside == 0 && strays == 0 && count + hidden == elements; }
  bool good() const { return permutation() && inversions == 0; }
};

// The expected order. The depth of p is dot(depth_row, (p, 1)), in the arithmetic of keys.glsl.
struct OrderRule {
  glm::vec4 depth_row{};
  std::optional<CullView> eye{};  // of culled elements
  GroupPlaces groups{};           // if arranged: each by itself
};

// `indices` should be as many as `positions`, or those that can be seen. A depth that is not a number is an inversion.
OrderReport checkOrder(std::span<const glm::vec4> positions, std::span<const uint32_t> indices, const OrderRule& rule);
// "order: 0 inversions in 20000", with what else is wrong behind it.
std::string describe(const OrderReport& report);

}  // namespace particles
