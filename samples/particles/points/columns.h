#pragma once
#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "points/cloud.h"
#include "points/source.h"

namespace particles {

inline constexpr std::size_t kX = 0, kDc = 3, kRed = 6, kIntensity = 9, kOpacity = 10, kScale = 11, kRot = 14;
inline constexpr std::size_t kFilter = 18, kFields = 19;

enum class Paint : uint8_t {
  none,
  given,
  degree0,
  colors,  // red, green and blue
  grey,    // intensity
};

// The meaning of the numbers in a file, which only the values of all rows can show.
struct Units {
  bool logarithms = true;  // false if the file contains exp(scale)
  bool logits = true;      // false if the file contains sigmoid(opacity), from 0 to `opaque`
  float opaque = 1.0F;
  float black = 0.0F, white = 1.0F;  // values of red, green and blue, or intensity

  friend bool operator==(const Units&, const Units&) = default;
};

struct Columns {
  std::array<std::optional<uint32_t>, kFields> places;
  std::vector<uint32_t> used;   // columns to read
  std::vector<uint32_t> rests;  // columns of f_rest_* up to `degree`: red, green, blue
  uint32_t degree = 0;
  uint32_t file_degree = 0;
  uint32_t scales = 0;  // number of axes with a scale; 0 for points without a size
  Paint paint = Paint::none;
  Units units;
  std::string what = "splats";
  std::vector<std::string> notes;  // guesses and missing columns, for the summary
  std::vector<std::string> ignored;

  bool has(std::size_t field) const { return places[field].has_value(); }
};

Columns splatColumns(uint32_t file_degree, uint32_t degree);

// `names` must be in lower case. Throws Source's error if x, y or z is missing, or if a network must decode the
// columns.
Columns chooseColumns(const Source& source, const std::vector<std::string>& names, uint32_t degree);

std::string lowered(std::string_view name);

// Values outside the range become 0, a denormal or infinity.
std::optional<double> numberOf(std::string_view word);

}  // namespace particles
