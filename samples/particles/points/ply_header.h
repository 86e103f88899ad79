// The first lines of a PLY file: what its vertices have, and where. Format: G. Turk, The PLY Polygon File Format, 1994.
#pragma once
#include <array>

#include "points/byte_source.h"
#include "points/harmonics.h"

namespace particles {

enum class PlyType : uint8_t { i8, u8, i16, u16, i32, u32, f32, f64 };

// What is read of each vertex, where it is there. The first ones make a point, all but the plain colours a Gaussian.
enum class PlyField : uint8_t {
  x,
  y,
  z,
  red,
  green,
  blue,
  opacity,
  scale_0,
  scale_1,
  scale_2,
  rot_0,
  rot_1,
  rot_2,
  rot_3,
  f_dc_0,
  f_dc_1,
  f_dc_2,
  f_rest_0,  // and 44 more
};
inline constexpr std::size_t kPlyNames = 17;  // with names of their own
inline constexpr std::size_t kPlyFields = kPlyNames + 3 * restOf(kMostDegree);
std::string nameOf(PlyField field);
constexpr PlyField restField(uint32_t number) { return static_cast<PlyField>(kPlyNames + number); }

struct PlyHeader {
  bool binary = false;      // else text
  bool big_endian = false;  // if binary
  uint32_t count = 0;       // vertices
  // What comes before the vertices: lines, or bytes.
  uint64_t lines_before = 0;
  uint64_t bytes_before = 0;
  uint32_t properties = 0;  // of each vertex
  uint32_t bytes = 0;       // of each vertex, if binary

  struct Place {
    PlyType type = PlyType::f32;
    uint32_t number = 0;  // among the properties
    uint32_t offset = 0;  // bytes
  };
  std::array<std::optional<Place>, kPlyFields> places;
  uint32_t rests = 0;  // how many f_rest_* there are, from the first one on

  bool has(PlyField field) const { return places[static_cast<std::size_t>(field)].has_value(); }
  const Place& at(PlyField field) const { return *places[static_cast<std::size_t>(field)]; }
  bool gaussians() const { return has(PlyField::scale_0); }
  bool colors() const { return has(PlyField::red); }
};

// Reads up to the line "end_header". Errors: std::runtime_error that names the line, for what is no PLY file or one
// that is not understood: no x, y or z, some but not all of what a Gaussian or a colour needs, lists among the
// vertices, or before them in a binary file, no or more than `most` vertices.
PlyHeader readPlyHeader(ByteSource& source, uint32_t most);

}  // namespace particles
