// Chooses the properties of a PLY file that are read, by their names.
#pragma once
#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "points/cloud.h"
#include "points/source.h"

namespace particles {

// Indices of the fields of an element.
inline constexpr std::size_t kX = 0, kDc = 3, kRed = 6, kIntensity = 9, kOpacity = 10, kScale = 11, kRot = 14;
inline constexpr std::size_t kFields = 18;

// The source of colours.
enum class Paint : uint8_t {
  none,     // grey
  given,    // colours of the format, from 0 to 1
  degree0,  // f_dc_*
  bytes,    // 0 to 255
  guessed,  // red, green and blue; the largest values decide the range
  grey,     // intensity, from the lowest to the highest
};

// The columns to read, and their meaning.
struct Columns {
  std::array<std::optional<uint32_t>, kFields> places;  // column of each field
  std::vector<uint32_t> rests;                          // f_rest_* up to `degree`: red, green, blue
  uint32_t degree = 0;
  uint32_t file_degree = 0;  // degree of the harmonics in the file
  uint32_t scales = 0;       // number of axes with a scale; 0 for points without a size
  Paint paint = Paint::none;
  std::string what = "splats";
  std::vector<std::string> notes;    // guesses and missing columns
  std::vector<std::string> ignored;  // names

  bool has(std::size_t field) const { return places[field].has_value(); }
  // Returns all columns to read.
  std::vector<uint32_t> used() const {
    std::vector<uint32_t> all = rests;
    for (const std::optional<uint32_t>& place : places)
      if (place) all.push_back(*place);
    return all;
  }
};

// Returns the columns of a format that defines whole splats.
Columns splatColumns(uint32_t file_degree, uint32_t degree);

// `names` must be in lower case; `degree` is the largest degree of harmonics to read. Errors: as Source::failAtLine()
// if there is no x, y or z.
Columns chooseColumns(const Source& source, const std::vector<std::string>& names, uint32_t degree);

// Converts to lower case.
std::string lowered(std::string_view name);

// Converts the whole word to a number. Can start with a plus. Numbers that are too close to 0 become 0 or a denormal,
// and numbers that are too large become infinite.
std::optional<double> numberOf(std::string_view word);

}  // namespace particles
