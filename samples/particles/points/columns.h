// What columns of numbers mean, by their names: the same for properties of PLY files and for tables.
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
  bool unnamed = false;  // fields by the order of columns: colours below 0 are normals
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

// `names` in lower case, which `line` has; `degree` of harmonics at most.
// Errors: as Source::failAtLine(): two columns of one name, no x, y or z.
Columns chooseColumns(const Source& source, const std::vector<std::string>& names, uint64_t line, uint32_t degree);
[[noreturn]] void failAtDouble(const Source& source, const std::string& name, uint64_t line);

// "X" is "x".
std::string lowered(std::string_view name);

// All of the word as a number, a plus before it or not; NaN for the words by which programs say that there is none.
// Numbers too near to 0 are 0 or next to it, numbers too large are infinite.
std::optional<double> numberOf(std::string_view word);

}  // namespace particles
