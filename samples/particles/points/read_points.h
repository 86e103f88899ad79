#pragma once
#include <span>

#include "points/builder.h"

namespace particles {

// The first bytes decide the format. Throws std::runtime_error, which names a converter for unsupported formats, and
// the byte or line for damaged files.
Cloud readCloud(Source& source, const ReadOptions& options);

Cloud readPoints(const std::string& path, const ReadOptions& options);

// The header of a PLY file. Format: G. Turk, The PLY Polygon File Format, 1994.
enum class PlyType : uint8_t { i8, u8, i16, u16, i32, u32, i64, u64, f32, f64 };

struct PlyProperty {
  std::string name;  // in lower case
  PlyType type = PlyType::f32;
  uint32_t offset = 0;  // in bytes, within the element
};

struct PlyElement {
  std::string name;
  uint64_t count = 0;
  std::vector<PlyProperty> properties;  // without lists
  uint32_t bytes = 0;                   // size of a binary element without lists
  bool has_list = false;

  std::optional<uint32_t> find(std::string_view property) const;
  std::vector<std::string> names() const;
};

struct PlyHeader {
  bool binary = false;
  bool big_endian = false;  // binary files only
  std::vector<PlyElement> elements;
  FileSays says;
  std::size_t vertex = 0;

  const PlyElement& vertices() const { return elements[vertex]; }
  // Returns the coefficients of packed vertices, or null.
  const PlyElement* harmonics() const;
  // Reports the bytes after the elements as ignored. Stops at lists, because their size is unknown.
  void ignoreBehind(Source& source, std::size_t next) const;
};

double plyNumber(const char* bytes, PlyType type, bool big_endian);

Cloud readPly(Source& source, const ReadOptions& options);

// The header has already been read.
Cloud readPackedPly(Source& source, const PlyHeader& header, const ReadOptions& options);

// Returns true if most splats are plausible, because .splat files do not start with a signature.
bool looksLikeSplats(std::string_view head);

Cloud readSplat(Source& source, const ReadOptions& options);

// Source has already unpacked gzip.
Cloud readSpz(Source& source, const ReadOptions& options);

// Returns a unit quaternion whose largest component is omitted and positive. number(i) returns the component that is
// followed by i other stored components.
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
