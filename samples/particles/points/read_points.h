// Points and splats from files, and the formats that are read.
#pragma once
#include <span>

#include "points/builder.h"

namespace particles {

// Whether files of this name are read. Errors: std::runtime_error that names how to convert them, or all endings.
void requireKnownEnding(const std::string& path);

// A file of any kind, by its first bytes and the end of its name. Errors: requireKnownEnding()'s; std::runtime_error
// that begins with the name and names the byte or line of what is malformed or cut short; CloudBuilder's and
// chooseColumns()'s.
Cloud readCloud(Source& source, const ReadOptions& options);

// The same, brought to where the camera of the scene looks.
Cloud readPoints(const std::string& path, const ReadOptions& options);

// Readers of one format each.

// The first lines of a PLY file: which elements it has, with which properties. Format: G. Turk, The PLY Polygon File
// Format, 1994.
enum class PlyType : uint8_t { i8, u8, i16, u16, i32, u32, f32, f64 };

struct PlyProperty {
  std::string name;  // in lower case
  PlyType type = PlyType::f32;
  uint32_t offset = 0;  // bytes, from the begin of an element
};

struct PlyElement {
  std::string name;
  uint64_t count = 0;
  std::vector<PlyProperty> properties;  // but for lists
  uint32_t bytes = 0;                   // of one, if binary and without lists
  bool has_list = false;

  // Its place among the properties.
  std::optional<uint32_t> find(std::string_view property) const;
  std::vector<std::string> names() const;
};

struct PlyHeader {
  bool binary = false;      // else text
  bool big_endian = false;  // if binary
  std::vector<PlyElement> elements;
  FileSays says;
  std::size_t vertex = 0;  // which of them are the vertices

  const PlyElement& vertices() const { return elements[vertex]; }
  // Of packed vertices: the element behind them, if it is bytes of coefficients; else null.
  const PlyElement* harmonics() const;
  // Of a binary file, from element `next` on: names the bytes that belong to none. Lists have no known size.
  void ignoreBehind(Source& source, std::size_t next) const;
};

// A number of a binary file.
double plyNumber(const char* bytes, PlyType type, bool big_endian);

// PLY: splats, or points.
Cloud readPly(Source& source, const ReadOptions& options);

// PLY with packed vertices, behind its header.
Cloud readPackedPly(Source& source, const PlyHeader& header, const ReadOptions& options);

// Splats of 32 bytes each.
Cloud readSplat(Source& source, const ReadOptions& options);

// What a gzip file of Niantic's SPZ unpacks to.
Cloud readSpz(Source& source, const ReadOptions& options);

// A turn of four numbers whose `largest` one is left out and above 0; `number` has the others, by how many follow.
template <typename Number>
std::array<float, 4> withLargest(uint32_t largest, Number number) {
  std::array<float, 4> numbers{};
  float square = 0.0F;
  uint32_t following = 2;
  for (uint32_t i = 0; i < 4; ++i) {
    if (i == largest) continue;
    numbers[i] = number(following--);
    square += numbers[i] * numbers[i];
  }
  numbers[largest] = std::sqrt(std::max(0.0F, 1.0F - square));
  return numbers;
}

}  // namespace particles
