#pragma once
#include <doctest/doctest.h>

#include <cmath>
#include <glm/gtc/packing.hpp>
#include <random>

#include "points/read_points.h"
#include "process.h"

namespace test::points {

inline constexpr uint32_t kRests[] = {0, 9, 24, 45, 72};  // coefficients above degree 0, by degree
// Returns a line "property TYPE NAME" for each name.
std::string properties(const std::string& type, const std::string& names);
inline const std::string kAscii = "ply\nformat ascii 1.0\n", kXyz = properties("float", "x y z");
inline const std::string kShape = "x y z f_dc_0 f_dc_1 f_dc_2 opacity scale_0 scale_1 scale_2 rot_0 rot_1 rot_2 rot_3";
inline constexpr glm::vec3 kMiddle{0.0F, 1.3F, 0.0F};
inline constexpr float kRadius = 1.9F;

particles::Cloud readBytes(const std::string& name, const std::string& bytes,
                           const particles::ReadOptions& options = {});
particles::Cloud readPlyText(const std::string& bytes, uint32_t degree = 0);
std::string plyText(const std::string& properties, std::size_t count, const std::string& rows);
std::string gzipped(const std::string& bytes);

// Appends the bytes of a value in the order of this machine, or reversed.
template <typename T>
void append(std::string& bytes, T value, bool reversed = false) {
  bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
  if (reversed) std::reverse(bytes.end() - sizeof value, bytes.end());
}

// A splat, with properties in an unusual order, including unknown ones.
inline constexpr const char* kSplatProperties =
    "f_dc_2 nx x y z f_dc_0 f_dc_1 f_test rot_3 rot_0 rot_1 opacity rot_2 scale_2 scale_0 scale_1";
inline constexpr float kSplat[] = {0.9F, 7.0F, 1.5F, -2.5F, 3.5F,  -0.4F, 0.2F,  8.0F,
                                   0.1F, 0.7F, 0.5F, 1.3F,  -0.5F, -3.0F, -1.0F, -2.0F};
std::string splatHeader(const std::string& format, std::size_t count, uint32_t rests = 0);
std::string splatText(uint32_t rests = 0);
std::string binarySplats(std::size_t count, bool big_endian = false);
// Files of `splats` splats, as written by SuperSplat, as .splat, as unpacked SPZ, and as SPZ version 4 with zstd
// streams. `rests` is the number of coefficients, and `extensions` contains records.
std::string packedPly(std::size_t splats, uint32_t rests);
std::string splatFile(std::size_t splats);
std::string spzContent(std::size_t splats, uint32_t version, uint32_t degree, const std::string& extensions = "");
std::string spzExtension(uint32_t type, uint32_t value);

glm::vec4 colorOf(const particles::Cloud& cloud, std::size_t i);
glm::dvec3 placeOf(const particles::Cloud& cloud, std::size_t i);
void checkNear(glm::dvec3 a, glm::dvec3 b, double most);
void checkSplat(const particles::Cloud& cloud, std::size_t i, double most = 1e-6);
// Checks that the error is one line that starts with "FILE..." and `place`, and contains `words`.
void checkRefusal(const std::string& error, const std::string& place, const std::string& words);

}  // namespace test::points
