// Reads points and splats from files.
#pragma once
#include <span>

#include "points/builder.h"

namespace particles {

// Throws std::runtime_error if the format of the name is not supported. It names a converter, or the supported endings.
void requireKnownEnding(const std::string& path);

// Reads a file, whose format depends on its first bytes and its name. Errors: the errors of requireKnownEnding(),
// CloudBuilder and chooseColumns(); std::runtime_error for malformed or truncated files, with the byte or line.
Cloud readCloud(Source& source, const ReadOptions& options);

// Reads a file, and moves its elements to the target of the camera.
Cloud readPoints(const std::string& path, const ReadOptions& options);

// Readers of the formats.

// The header of a PLY file. Format: G. Turk, The PLY Polygon File Format, 1994.
enum class PlyType : uint8_t { i8, u8, i16, u16, i32, u32, f32, f64 };

struct PlyProperty {
  std::string name;  // in lower case
  PlyType type = PlyType::f32;
  uint32_t offset = 0;  // in bytes, in an element
};

struct PlyElement {
  std::string name;
  uint64_t count = 0;
  std::vector<PlyProperty> properties;  // except lists
  uint32_t bytes = 0;                   // size of a binary element without lists
  bool has_list = false;

  // Returns the index of a property.
  std::optional<uint32_t> find(std::string_view property) const;
  std::vector<std::string> names() const;
};

struct PlyHeader {
  bool binary = false;      // or text
  bool big_endian = false;  // binary files only
  std::vector<PlyElement> elements;
  FileSays says;
  std::size_t vertex = 0;  // index of the vertices

  const PlyElement& vertices() const { return elements[vertex]; }
  // Returns the element after packed vertices, if it contains coefficients as bytes, or null.
  const PlyElement* harmonics() const;
  // Lists the bytes after the elements of a binary file, starting with element `next`. Stops at lists, whose size is
  // not known.
  void ignoreBehind(Source& source, std::size_t next) const;
};

// Returns a number of a binary file.
double plyNumber(const char* bytes, PlyType type, bool big_endian);

// Reads splats or points.
Cloud readPly(Source& source, const ReadOptions& options);

// Reads packed splats, after the header.
Cloud readPackedPly(Source& source, const PlyHeader& header, const ReadOptions& options);

// Reads 32-byte splats.
Cloud readSplat(Source& source, const ReadOptions& options);

// Reads Niantic's SPZ, which is already unpacked if it was packed by gzip.
Cloud readSpz(Source& source, const ReadOptions& options);

// Returns a unit quaternion whose largest number, at index `largest`, is omitted and positive. number(i) returns the
// number that i others follow.
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
