// What a frame should draw, and in which order: found on the host from where the elements are. Independent of the
// viewer's own judge.
#pragma once
#include <glm/glm.hpp>
#include <span>
#include <vector>

#include "scene/camera.h"

namespace test {

// dot(row, (p, 1)), rounded after each operation.
float depthOf(const glm::vec4& row, const glm::vec4& p);

// Whether something of the ball around p, of the radius p.w, may be in the picture and is not too near.
bool canBeSeen(const particles::View& view, const glm::vec4& p);

// The elements that can be seen, far ones first, then the others as they lie.
struct Order {
  std::vector<uint32_t> indices;
  uint32_t seen = 0;
};
Order orderOfSeen(std::span<const glm::vec4> positions, const particles::View& view);

// All elements, far ones first; those as far away as they lie.
std::vector<uint32_t> orderOfAll(std::span<const glm::vec4> positions, const particles::View& view);

// The groups in the order given, each element far ones first.
std::vector<uint32_t> orderOfGroups(std::span<const glm::vec4> positions, const particles::View& view, uint32_t size,
                                    std::span<const uint32_t> groups);

}  // namespace test
