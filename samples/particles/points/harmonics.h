// Colours that depend on where they are seen from: sums of spherical harmonics of degree 0 to 3.
#pragma once
#include <cstddef>
#include <cstdint>
#include <glm/glm.hpp>
#include <span>
#include <vector>

namespace particles {

inline constexpr uint32_t kMostDegree = 3;

// Coefficients above that of degree 0, of each of red, green and blue: 0, 3, 8, 15.
constexpr uint32_t restOf(uint32_t degree) { return (degree + 1) * (degree + 1) - 1; }
// Words of 4 bytes that a splat takes: 0, 6, 14, 24. Two numbers share a word.
constexpr uint32_t wordsOf(uint32_t degree) { return degree == 0 ? 0 : (3 * (restOf(degree) + 1) + 1) / 2; }

// The highest degree, at most this one, of which the words of so many splats fit into so many bytes.
uint32_t fittingDegree(uint32_t degree, std::size_t splats, uint64_t most_bytes);

// Of many splats, as the GPU wants them, see splats/interface.h.
struct Harmonics {
  uint32_t degree = 0;  // 0: none, colours are the same from everywhere
  std::vector<uint32_t> words;

  // `color` is what degree 0 makes; `rest` has restOf(degree) numbers of red, then of green, then of blue.
  void add(glm::vec3 color, std::span<const float> rest);
  // Without those above a lower degree.
  Harmonics upTo(uint32_t lower) const;
};

}  // namespace particles
