// Chooses the properties of a PLY file that are read, by their names.
#pragma once
#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "points/cloud.h"
#include "points/source.h"

namespace particles {

// Numbers of an element that have a meaning, by their places.
inline constexpr std::size_t kX = 0, kDc = 3, kRed = 6, kIntensity = 9, kOpacity = 10, kScale = 11, kRot = 14;
inline constexpr std::size_t kFields = 18;

// What colours are made from.
enum class Paint : uint8_t {
  none,     // nothing: grey
  given,    // what the format has, 0 to 1
  degree0,  // f_dc_*
  bytes,    // 0 to 255
  guessed,  // red, green and blue; the largest ones tell of what
  grey,     // intensity, from the lowest to the highest
};

// Which columns are read, and what of them is made.
struct Columns {
  std::array<std::optional<uint32_t>, kFields> places;  // of the fields that are read
  std::vector<uint32_t> rests;                          // f_rest_*, of red, then green, then blue, up to `degree`
  uint32_t degree = 0;
  uint32_t file_degree = 0;  // of the harmonics in the file
  uint32_t scales = 0;       // axes that have one; 0: points without a size
  Paint paint = Paint::none;
  std::string what = "splats";
  std::vector<std::string> notes;    // what was guessed or is not there
  std::vector<std::string> ignored;  // names

  bool has(std::size_t field) const { return places[field].has_value(); }
  // All that are read.
  std::vector<uint32_t> used() const {
    std::vector<uint32_t> all = rests;
    for (const std::optional<uint32_t>& place : places)
      if (place) all.push_back(*place);
    return all;
  }
};

// Of a format that has all of a splat.
Columns splatColumns(uint32_t file_degree, uint32_t degree);

// `names` must be in lower case; `degree` is the largest degree of harmonics to read. Errors: as Source::failAtLine()
// if there is no x, y or z.
Columns chooseColumns(const Source& source, const std::vector<std::string>& names, uint32_t degree);

// "X" is "x".
std::string lowered(std::string_view name);

// Converts the whole word to a number. Can start with a plus. Numbers that are too close to 0 become 0 or a denormal,
// and numbers that are too large become infinite.
std::optional<double> numberOf(std::string_view word);

}  // namespace particles
