#include "points/cloud.h"

#include <algorithm>
#include <cmath>
#include <glm/gtc/packing.hpp>

namespace particles {
namespace {

constexpr float kExtent = 3.0F;          // standard deviations that are drawn
constexpr std::size_t kLooked = 200000;  // points that are looked at to find the size of all
constexpr float kMostOf = 0.85F;         // of the points should be within the radius
constexpr float kLeastSize = 1e-9F;      // of all points, in the units of the file
constexpr float kDiscsAcross = 0.55F;    // how much of its share of the space a disc takes

// Every n-th number of one coordinate, or of the distances.
template <typename Number>
float quantile(const std::vector<glm::vec4>& positions, float share, Number number) {
  const std::size_t step = std::max<std::size_t>(1, positions.size() / kLooked);
  std::vector<float> numbers;
  for (std::size_t i = 0; i < positions.size(); i += step) numbers.push_back(number(glm::vec3(positions[i])));
  const auto at = numbers.begin() + static_cast<std::ptrdiff_t>(share * static_cast<float>(numbers.size() - 1));
  std::nth_element(numbers.begin(), at, numbers.end());
  return *at;
}

glm::mat3 turnTo(Up up) {
  if (up == Up::minus_y) return {{1, 0, 0}, {0, -1, 0}, {0, 0, -1}};
  if (up == Up::z) return {{1, 0, 0}, {0, 0, -1}, {0, 1, 0}};
  return glm::mat3(1.0F);
}

splats::Splat pack(const glm::mat3& covariance, uint32_t color) {
  return {{covariance[0][0], covariance[1][1], covariance[2][2]},
          color,
          {covariance[0][1], covariance[0][2], covariance[1][2]},
          0};
}

glm::mat3 unpack(const splats::Splat& splat) {
  const glm::vec3 d = splat.diagonal;
  const glm::vec3 m = splat.mixed;
  return {{d.x, m.x, m.y}, {m.x, d.y, m.z}, {m.y, m.z, d.z}};
}

}  // namespace

void Cloud::reserve(std::size_t count) {
  positions.reserve(count);
  splats.reserve(count);
  harmonics.words.reserve(count * wordsOf(harmonics.degree));
}

void Cloud::add(const Gaussian& gaussian) {
  const glm::mat3 axes = glm::mat3_cast(gaussian.turn) * glm::mat3(glm::vec3(gaussian.deviation.x, 0, 0),
                                                                   glm::vec3(0, gaussian.deviation.y, 0),
                                                                   glm::vec3(0, 0, gaussian.deviation.z));
  const float largest = std::max({gaussian.deviation.x, gaussian.deviation.y, gaussian.deviation.z});
  positions.emplace_back(gaussian.at, kExtent * largest);
  const glm::vec4 color = glm::clamp(glm::vec4(gaussian.color, gaussian.opacity), 0.0F, 1.0F);
  splats.push_back(pack(axes * glm::transpose(axes), glm::packUnorm4x8(color)));
}

void Cloud::fit(Up up, glm::vec3 middle, float radius) {
  const glm::vec3 from{quantile(positions, 0.5F, [](glm::vec3 p) { return p.x; }),
                       quantile(positions, 0.5F, [](glm::vec3 p) { return p.y; }),
                       quantile(positions, 0.5F, [](glm::vec3 p) { return p.z; })};
  const float size = quantile(positions, kMostOf, [&](glm::vec3 p) { return glm::distance(p, from); });
  file_up = up;
  transform(turnTo(up), from, radius / std::max(size, kLeastSize), middle);
  if (discs) makeDiscs(radius);
}

void Cloud::transform(const glm::mat3& turn, glm::vec3 from, float scale, glm::vec3 to) {
  for (glm::vec4& p : positions) p = {turn * (glm::vec3(p) - from) * scale + to, p.w * scale};
  for (splats::Splat& splat : splats)
    splat = pack(turn * (unpack(splat) * (scale * scale)) * glm::transpose(turn), splat.color);
}

// As if they were spread over a ball's surface.
void Cloud::makeDiscs(float radius) {
  discs = true;
  const float each = kDiscsAcross * radius * std::sqrt(12.0F / static_cast<float>(positions.size()));
  const float deviation = std::min(each, 0.05F * radius);
  for (std::size_t i = 0; i < positions.size(); ++i) {
    positions[i].w = kExtent * deviation;
    splats[i] = pack(glm::mat3(deviation * deviation), splats[i].color);
  }
}

}  // namespace particles
