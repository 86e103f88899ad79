#include "drawing.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace test {
namespace {

void sortByDepth(std::span<uint32_t> indices, std::span<const glm::vec4> positions, const particles::View& view) {
  std::ranges::stable_sort(indices, [&](uint32_t a, uint32_t b) {
    return depthOf(view.forward, positions[a]) > depthOf(view.forward, positions[b]);
  });
}

}  // namespace

// Compiled without fused operations, see CMakeLists.txt.
float depthOf(const glm::vec4& row, const glm::vec4& p) {
  float depth = row.x * p.x;
  depth += row.y * p.y;
  depth += row.z * p.z;
  return depth + row.w;
}

// Whether something of the ball around p, of the radius p.w, may be in the picture and is not too near.
static bool canBeSeen(const particles::View& view, const glm::vec4& p) {
  const float z = depthOf(view.forward, p);
  if (!(z > 0.2F)) return false;
  // How far outside each of the four planes of the frustum the middle may be: the radius, times the plane's length.
  const auto within = [&](const glm::vec4& row, float focal) {
    const float outside = std::abs(depthOf(row, p)) * std::abs(focal);
    const float reach = p.w * std::sqrt(1.0F + focal * focal);
    return outside <= z + reach;
  };
  return within(view.right, view.focal.x) && within(view.up, view.focal.y);
}

Order orderOfSeen(std::span<const glm::vec4> positions, const particles::View& view) {
  Order order;
  std::vector<uint32_t> hidden;
  for (uint32_t i = 0; i < positions.size(); ++i) (canBeSeen(view, positions[i]) ? order.indices : hidden).push_back(i);
  order.seen = static_cast<uint32_t>(order.indices.size());
  sortByDepth(order.indices, positions, view);
  order.indices.insert(order.indices.end(), hidden.begin(), hidden.end());
  return order;
}

std::vector<uint32_t> orderOfAll(std::span<const glm::vec4> positions, const particles::View& view) {
  std::vector<uint32_t> order(positions.size());
  std::iota(order.begin(), order.end(), 0U);
  sortByDepth(order, positions, view);
  return order;
}

std::vector<uint32_t> orderOfGroups(std::span<const glm::vec4> positions, const particles::View& view, uint32_t size,
                                    std::span<const uint32_t> groups) {
  std::vector<uint32_t> order;
  for (const uint32_t group : groups) {
    const std::size_t begin = order.size();
    for (uint32_t i = group * size; i < std::min<std::size_t>((group + 1) * size, positions.size()); ++i)
      order.push_back(i);
    sortByDepth(std::span(order).subspan(begin), positions, view);
  }
  return order;
}

}  // namespace test
