#pragma once
#include <doctest/doctest.h>

#include <cmath>
#include <glm/gtc/packing.hpp>
#include <random>

#include "points/read_points.h"
#include "process.h"

namespace test::points {

// Returns a line "property TYPE NAME" for each name.
std::string properties(const std::string& type, const std::string& names);
inline const std::string kAscii = "ply\nformat ascii 1.0\n", kXyz = properties("float", "x y z");
inline const std::string kShape = "x y z f_dc_0 f_dc_1 f_dc_2 opacity scale_0 scale_1 scale_2 rot_0 rot_1 rot_2 rot_3";
inline constexpr glm::vec3 kMiddle{0.0F, 1.3F, 0.0F};
inline constexpr float kRadius = 1.9F;
inline const particles::ReadOptions kAllDegrees{.degree = particles::kMostDegree};
particles::Cloud readBytes(const std::string& bytes, const particles::ReadOptions& options = kAllDegrees,
                           const std::string& name = "FILE");
// Repeats `rows`, which can consist of several lines.
std::string plyText(const std::string& properties, const std::string& rows, int copies = 1);
std::string gzipped(const std::string& bytes);

// A splat, with properties in an unusual order, including unknown ones.
inline constexpr const char* kSplatProperties =
    "f_dc_2 nx x y z f_dc_0 f_dc_1 f_test rot_3 rot_0 rot_1 opacity rot_2 scale_2 scale_0 scale_1";
inline constexpr float kSplat[] = {0.9F, 7.0F, 1.5F, -2.5F, 3.5F,  -0.4F, 0.2F,  8.0F,
                                   0.1F, 0.7F, 0.5F, 1.3F,  -0.5F, -3.0F, -1.0F, -2.0F};
// Returns a binary PLY file with copies of kSplat.
std::string splats(std::size_t count);
// Reads a file of the folder "files". Its splats are equal to kSplat.
std::string fixture(const std::string& name);
inline constexpr std::size_t kPacked = 300;  // splats of packed.ply
std::string packedWithoutHarmonics();
std::string patched(std::string bytes, std::size_t at, const std::string& by);
std::string replaced(std::string bytes, const std::string& word, const std::string& by);
// Returns the record of extension 0xADBE0000 + type, with 4 bytes of data.
std::string spzExtension(char type, char value);
std::string extendedSpz(uint32_t version, const std::string& extensions);

glm::vec4 colorOf(const particles::Cloud& cloud, std::size_t i);
glm::dvec3 placeOf(const particles::Cloud& cloud, std::size_t i);
void checkNear(glm::dvec3 a, glm::dvec3 b, double most);
void checkSplat(const particles::Cloud& cloud, std::size_t i, double most = 1e-6);
// Errors must be one line that starts with "FILE".
bool isOneLine(const std::string& error);
// Checks that the summary or the error contains `words`, which can include its end, "\n".
void checkOutcome(const std::string& bytes, const std::string& words,
                  const particles::ReadOptions& options = kAllDegrees, const std::string& name = "FILE");

}  // namespace test::points
