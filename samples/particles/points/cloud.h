// Splats and points in CPU memory, in the layout of the GPU.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "interface.h"

namespace particles {

inline constexpr uint32_t kMostDegree = 3;
inline constexpr float kDegree0 = 0.28209479177387814F;

// Coefficients per colour, without degree 0: 0, 3, 8, 15.
constexpr uint32_t restOf(uint32_t degree) { return (degree + 1) * (degree + 1) - 1; }
// 4-byte words per splat, with two coefficients each: 0, 6, 14, 24.
constexpr uint32_t wordsOf(uint32_t degree) { return degree == 0 ? 0 : (3 * (restOf(degree) + 1) + 1) / 2; }

struct Harmonics {
  uint32_t degree = 0;
  std::vector<uint32_t> words;

  // `rest` contains restOf(degree) numbers each for red, green and blue.
  void add(glm::vec3 color, std::span<const float> rest);
};

struct Gaussian {
  glm::vec3 at{};
  glm::vec3 deviation{};  // standard deviations along its own axes
  glm::quat turn{1.0F, 0.0F, 0.0F, 0.0F};
  glm::vec3 color{};
  float opacity = 1.0F;
};

namespace up {
inline constexpr glm::vec3 kY{0.0F, 1.0F, 0.0F}, kMinusY{0.0F, -1.0F, 0.0F}, kZ{0.0F, 0.0F, 1.0F};
}  // namespace up
inline const std::vector<std::pair<std::string, std::optional<glm::vec3>>> kDirections = {
    {"x", {{1, 0, 0}}}, {"y", up::kY}, {"z", up::kZ}, {"-x", {{-1, 0, 0}}}, {"-y", up::kMinusY}, {"-z", -up::kZ}};

inline constexpr float kDeviations = 3.0F;  // drawn radius of a splat, in standard deviations

struct Cloud {
  std::vector<glm::vec4> positions;  // relative to `origin`; w is the drawn radius
  std::vector<Splat> splats;
  bool discs = false;
  Harmonics harmonics;
  glm::vec3 file_up = up::kY;
  bool bright = false;        // true if colours can exceed 1, which must only be clipped after blending
  bool before_black = false;  // true if drawn on black
  bool antialiased = false;   // true if splats fade when the low-pass filter of the picture widens them
  glm::dvec3 origin{};
  std::string summary;

  void add(const Gaussian& gaussian);
  uint32_t count() const { return static_cast<uint32_t>(positions.size()); }
  // Returns all indices if no element is visible.
  std::vector<uint32_t> visible() const;

  // The size of the discs depends on the number of places and their radius in metres.
  void makeDiscs(float radius, uint32_t places);

  // Rotates the cloud so that `file_up` points up, then fits most visible points into about `radius` metres around
  // `middle`.
  void fit(glm::vec3 middle, float radius);

 private:
  float sizeAround(glm::vec3 from, std::vector<uint32_t> of) const;
};

// Uses a sample if there are many numbers. `count` must be above 0.
template <typename Number, typename At>
Number quantile(std::size_t count, double share, At at) {
  constexpr std::size_t kLooked = 200000;
  const std::size_t step = std::max<std::size_t>(1, count / kLooked);
  std::vector<Number> numbers;
  for (std::size_t i = 0; i < count; i += step) numbers.push_back(at(i));
  const double place = share * static_cast<double>(numbers.size() - 1);
  const auto lower = numbers.begin() + static_cast<std::ptrdiff_t>(std::floor(place));
  std::nth_element(numbers.begin(), lower, numbers.end());
  if (place == std::floor(place)) return *lower;
  return *lower + (*std::min_element(lower + 1, numbers.end()) - *lower) / 2;
}

}  // namespace particles
