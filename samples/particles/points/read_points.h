// Points and splats from files, and the formats that are read.
#pragma once
#include "points/builder.h"
#include "points/byte_source.h"

namespace particles {

// Whether files of this name are read. Errors: std::runtime_error that names how to convert them, or all endings.
void requireKnownEnding(const std::string& path);

// A file of any kind, by its first bytes and the end of its name, gzipped or not. Errors: requireKnownEnding()'s;
// std::runtime_error that begins with the name and names the byte or line.
Cloud readCloud(ByteSource& source, const ReadOptions& options);

// The same, brought to where the camera of the scene looks. Without `up`: y of SPZ and -y of other splats, as they are
// trained; z of points.
Cloud readPoints(const std::string& path, std::optional<Up> up, const ReadOptions& options);

// Readers of one format each. Errors of all: std::runtime_error that names the byte or line of what is malformed or cut
// short; CloudBuilder's and chooseColumns()'s.

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

// PLY: splats, or points.
Cloud readPly(ByteSource& source, const ReadOptions& options);

// PLY with packed vertices, behind its header.
Cloud readPackedPly(ByteSource& source, const PlyHeader& header, const ReadOptions& options);

// Text, a line for each element, its columns named by a line before them or in the order x, y, z, red, green, blue;
// x, y, z, intensity; or x, y, z, intensity, red, green, blue.
Cloud readTable(ByteSource& source, const ReadOptions& options);

// Splats of 32 bytes each.
Cloud readSplat(ByteSource& source, const ReadOptions& options);

// What a gzip file of Niantic's SPZ unpacks to.
Cloud readSpz(ByteSource& source, const ReadOptions& options);

}  // namespace particles
