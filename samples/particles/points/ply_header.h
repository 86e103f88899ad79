// The first lines of a PLY file: which elements it has, with which properties. Format: G. Turk, The PLY Polygon File
// Format, 1994.
#pragma once
#include "points/byte_source.h"

namespace particles {

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
};

struct PlyHeader {
  bool binary = false;      // else text
  bool big_endian = false;  // if binary
  std::vector<PlyElement> elements;
  std::size_t vertex = 0;  // which of them are the vertices

  const PlyElement& vertices() const { return elements[vertex]; }
};

// Reads up to the line "end_header". Errors: std::runtime_error that names the line, for what is no PLY file or one
// that is not understood: not one element "vertex", none of it, lists among the vertices, or before them in a binary
// file.
PlyHeader readPlyHeader(ByteSource& source);

// A number of a binary file.
double plyNumber(const char* bytes, PlyType type, bool big_endian);

}  // namespace particles
