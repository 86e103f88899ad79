#pragma once
#include <glm/glm.hpp>
#include <optional>
#include <span>
#include <string>

#include "interface.h"
#include "scene/elements.h"

namespace particles {

struct OrderReport {
  std::size_t count = 0;
  std::size_t inversions = 0;  // neighbours in the drawn order whose second element is farther away
  std::size_t invalid = 0;     // indices that are repeated, out of range, invisible, or in the place of another group
  std::size_t elements = 0;
  std::size_t hidden = 0;
  std::optional<uint32_t> nearest{};

  bool permutation() const { return invalid == 0 && count + hidden == elements; }
  bool good() const { return permutation() && inversions == 0; }
};

// The depth of p is dot(depth_row, (p, 1)), computed in the order of keys.glsl.
struct OrderRule {
  glm::vec4 depth_row{};
  std::optional<CullView> eye{};  // for culled elements
  GroupPlaces groups{};           // if arranged, each group is checked separately
};

// A NaN depth counts as an inversion.
OrderReport checkOrder(std::span<const glm::vec4> positions, std::span<const uint32_t> indices, const OrderRule& rule);
std::string describe(const OrderReport& report);

}  // namespace particles
