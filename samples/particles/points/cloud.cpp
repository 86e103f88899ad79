#include "points/cloud.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/gtc/packing.hpp>
#include <numeric>

namespace particles {
namespace {

constexpr float kMost = 60000.0F;          // close to the maximum of a 16-bit float
constexpr float kVisible = 0.5F / 255.0F;  // rounded to 0 in 8 bits

constexpr double kMostOf = 0.85;
constexpr float kDiscsAcross = 0.55F;  // disc radius, relative to the space that each disc has
constexpr float kLeastSize = 1e-20F;   // minimum size of the cloud, in units of the file
constexpr float kFarthest = 1e15F;     // in metres; its square is still finite

Splat shaped(Splat splat, const glm::mat3& covariance) {
  splat.diagonal = {covariance[0][0], covariance[1][1], covariance[2][2]};
  splat.mixed = {covariance[0][1], covariance[0][2], covariance[1][2]};
  return splat;
}

glm::mat3 unpack(const Splat& splat) {
  const glm::vec3 d = splat.diagonal;
  const glm::vec3 m = splat.mixed;
  return {{d.x, m.x, m.y}, {m.x, d.y, m.z}, {m.y, m.z, d.z}};
}

}  // namespace

void Harmonics::add(glm::vec3 color, std::span<const float> rest) {
  if (degree == 0) return;
  std::array<float, 2 * wordsOf(kMostDegree)> numbers{};
  for (uint32_t c = 0; c < 3; ++c) {
    numbers[c] = color[static_cast<int>(c)];
    for (uint32_t i = 0; i < restOf(degree); ++i) numbers[3 * (i + 1) + c] = rest[c * restOf(degree) + i];
  }
  for (uint32_t word = 0; word < wordsOf(degree); ++word)
    words.push_back(glm::packHalf2x16(glm::clamp(glm::vec2(numbers[2 * word], numbers[2 * word + 1]), -kMost, kMost)));
}

void Cloud::add(const Gaussian& gaussian) {
  const glm::mat3 axes = glm::mat3_cast(gaussian.turn) * glm::mat3(glm::vec3(gaussian.deviation.x, 0, 0),
                                                                   glm::vec3(0, gaussian.deviation.y, 0),
                                                                   glm::vec3(0, 0, gaussian.deviation.z));
  const float largest = std::max({gaussian.deviation.x, gaussian.deviation.y, gaussian.deviation.z});
  positions.emplace_back(gaussian.at, kDeviations * largest);
  const glm::vec3 color = glm::clamp(gaussian.color, 0.0F, kMost);
  bright = bright || std::max({color.r, color.g, color.b}) > 1.0F + kVisible;
  Splat splat{};
  splat.red_green = glm::packHalf2x16({color.r, color.g});
  splat.blue_opacity = glm::packHalf2x16({color.b, std::clamp(gaussian.opacity, 0.0F, 1.0F)});
  splats.push_back(shaped(splat, axes * glm::transpose(axes)));
}

std::vector<uint32_t> Cloud::visible() const {
  std::vector<uint32_t> all(count());
  std::iota(all.begin(), all.end(), 0U);
  const auto invisible = [&](uint32_t i) { return glm::unpackHalf2x16(splats[i].blue_opacity).y < kVisible; };
  if (!std::ranges::all_of(all, invisible)) std::erase_if(all, invisible);
  return all;
}

void Cloud::fit(glm::vec3 middle, float radius) {
  const std::vector<uint32_t> of = visible();
  glm::vec3 from;
  for (int c = 0; c < 3; ++c)
    from[c] = quantile<float>(of.size(), 0.5, [&](std::size_t i) { return positions[of[i]][c]; });
  const float size = sizeAround(from, of);
  const float scale = size > 0.0F ? radius / std::max(size, kLeastSize) : 1.0F;
  const glm::mat3 turn = glm::transpose(fileAxes(file_up));
  for (std::size_t i = 0; i < positions.size(); ++i) {
    glm::vec4& p = positions[i];
    const float own = p.w * scale > kFarthest ? kFarthest / p.w : scale;
    const glm::vec3 at = turn * (glm::vec3(p) - from) * scale;
    p = {glm::clamp(at, -kFarthest, kFarthest) + middle, p.w * own};
    splats[i] = shaped(splats[i], turn * (unpack(splats[i]) * own * own) * glm::transpose(turn));
  }
  if (discs) makeDiscs(radius, size > 0.0F ? count() : 1);
}

// Ignores points without size at `from` if more than kMostOf of all points are there. Returns 0 if all are there.
float Cloud::sizeAround(glm::vec3 from, std::vector<uint32_t> of) const {
  const auto reach = [&](std::size_t i) { return glm::distance(glm::vec3(positions[i]), from) + positions[i].w; };
  const auto size = [&] { return quantile<float>(of.size(), kMostOf, [&](std::size_t i) { return reach(of[i]); }); };
  if (size() == 0.0F) std::erase_if(of, [&](uint32_t i) { return !(reach(i) > 0.0F); });
  return of.empty() ? 0.0F : size();
}

// Chooses the disc size as if the discs were spread over the surface of a sphere.
void Cloud::makeDiscs(float radius, uint32_t places) {
  discs = true;
  const float each = kDiscsAcross * radius * std::sqrt(12.0F / static_cast<float>(places));
  const float deviation = std::min(each, 0.05F * radius);
  for (std::size_t i = 0; i < positions.size(); ++i) {
    positions[i].w = kDeviations * deviation;
    splats[i] = shaped(splats[i], glm::mat3(deviation * deviation));
  }
}

}  // namespace particles
