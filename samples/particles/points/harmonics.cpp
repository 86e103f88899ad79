#include "points/harmonics.h"

#include <algorithm>
#include <array>
#include <glm/gtc/packing.hpp>

namespace particles {
namespace {

constexpr float kMost = 60000.0F;  // that a number of 16 bits holds; a colour is clipped long before

}  // namespace

uint32_t fittingDegree(uint32_t degree, std::size_t splats, uint64_t most_bytes) {
  while (uint64_t{splats} * wordsOf(degree) * sizeof(uint32_t) > most_bytes) --degree;
  return degree;
}

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

Harmonics Harmonics::upTo(uint32_t lower) const {
  if (lower >= degree) return *this;
  Harmonics result{lower, {}};
  const std::size_t each = wordsOf(degree), kept = wordsOf(lower);
  if (kept == 0) return result;
  result.words.reserve(words.size() / each * kept);
  for (std::size_t at = 0; at < words.size(); at += each) {
    const auto first = words.begin() + static_cast<std::ptrdiff_t>(at);
    result.words.insert(result.words.end(), first, first + static_cast<std::ptrdiff_t>(kept));
  }
  return result;
}

}  // namespace particles
