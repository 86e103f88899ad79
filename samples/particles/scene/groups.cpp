#include "scene/groups.h"

#include <algorithm>
#include <numeric>

namespace particles {

void GroupPlaces::arrange(std::span<const glm::vec3> at, const glm::vec4& depth_row) {
  std::vector<float> depths;
  for (const glm::vec3& p : at) depths.push_back(glm::dot(depth_row, glm::vec4(p, 1.0F)));
  order_.resize(groups());
  std::iota(order_.begin(), order_.end(), 0U);
  std::ranges::stable_sort(order_, [&](uint32_t a, uint32_t b) { return depths[a] > depths[b]; });
  last_place_ = static_cast<uint32_t>(std::ranges::find(order_, groups() - 1) - order_.begin());
}

uint32_t GroupPlaces::begin(uint32_t place) const {
  const uint32_t missing = size_ - countOf(groups() - 1);
  return place * size_ - (place > last_place_ ? missing : 0);
}

}  // namespace particles
