// Splats and points in host memory, as the GPU wants them.
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

// Colours that depend on where they are seen from: sums of spherical harmonics of degree 0 to 3.
inline constexpr uint32_t kMostDegree = 3;
inline constexpr float kDegree0 = 0.28209479177387814F;  // the spherical harmonic of degree 0

// Coefficients above that of degree 0, of each of red, green and blue: 0, 3, 8, 15.
constexpr uint32_t restOf(uint32_t degree) { return (degree + 1) * (degree + 1) - 1; }
// Words of 4 bytes that a splat takes: 0, 6, 14, 24. Two numbers share a word.
constexpr uint32_t wordsOf(uint32_t degree) { return degree == 0 ? 0 : (3 * (restOf(degree) + 1) + 1) / 2; }

// Of many splats, as the GPU wants them, see interface.h.
struct Harmonics {
  uint32_t degree = 0;  // 0: none, colours are the same from everywhere
  std::vector<uint32_t> words;

  // `color` is what degree 0 makes; `rest` has restOf(degree) numbers of red, then of green, then of blue.
  void add(glm::vec3 color, std::span<const float> rest);
};

// A Gaussian as files and generators have it.
struct Gaussian {
  glm::vec3 at{};         // metres
  glm::vec3 deviation{};  // standard deviations along its own axes, metres
  glm::quat turn{1.0F, 0.0F, 0.0F, 0.0F};
  glm::vec3 color{};     // 0 to 1; beyond is clipped
  float opacity = 1.0F;  // 0 to 1
};

// Which way is up in a file: a direction of length 1.
namespace up {
inline constexpr glm::vec3 kY{0.0F, 1.0F, 0.0F}, kMinusY{0.0F, -1.0F, 0.0F}, kZ{0.0F, 0.0F, 1.0F};
}  // namespace up
inline const std::vector<std::pair<std::string, std::optional<glm::vec3>>> kDirections = {
    {"x", {{1, 0, 0}}}, {"y", up::kY}, {"z", up::kZ}, {"-x", {{-1, 0, 0}}}, {"-y", up::kMinusY}, {"-z", -up::kZ}};

inline constexpr float kDeviations = 3.0F;  // standard deviations that are drawn

struct Cloud {
  std::vector<glm::vec4> positions;  // from `origin`; w: the radius within which it is drawn
  std::vector<Splat> splats;
  bool discs = false;   // points without an extent of their own
  Harmonics harmonics;  // of all splats, or of degree 0
  glm::vec3 file_up = up::kY;
  bool before_black = false;  // splats that were trained so
  bool antialiased = false;   // splats fade as the low-pass filter of the picture widens them
  glm::dvec3 origin{};        // in the units of the file
  std::string summary;        // of what was read and what was not, in one line

  void add(const Gaussian& gaussian);
  uint32_t count() const { return static_cast<uint32_t>(positions.size()); }
  // Which of them are not invisible; all if all are.
  std::vector<uint32_t> visible() const;

  // Makes points of splats: discs, of a size by at how many places they are, that are `radius` metres across together.
  void makeDiscs(float radius, uint32_t places);

  // Turns `file_up` to where the viewer has it, and moves and scales so that what most visible points are in, each with
  // its own size, is around `middle` and about `radius` metres in size; gives discs a size by how dense they are. Must
  // have points.
  void fit(glm::vec3 middle, float radius);

 private:
  float sizeAround(glm::vec3 from, std::vector<uint32_t> of) const;
};

// The number that a `share` of `count` numbers are below; between two of them the middle. `count` must be above 0.
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
