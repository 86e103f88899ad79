// Files of points, in memory.
#pragma once
#include <algorithm>
#include <cstring>
#include <string>

#include "points/read_points.h"

namespace test {

// Reads as if from a file, in pieces of at most `piece` bytes.
inline particles::ByteSource sourceOf(std::string bytes, std::size_t piece = 1U << 20U) {
  auto at = std::make_shared<std::size_t>(0);
  auto all = std::make_shared<std::string>(std::move(bytes));
  return {"FILE", [at, all, piece](char* to, std::size_t most) {
            const std::size_t count = std::min({most, piece, all->size() - *at});
            std::memcpy(to, all->data() + *at, count);
            *at += count;
            return count;
          }};
}

// "" or the error.
template <typename Read>
std::string errorOf(Read read) {
  try {
    read();
  } catch (const std::exception& error) {
    return error.what();
  }
  return "";
}

inline particles::Cloud readPlyText(const std::string& bytes, std::size_t piece = 1U << 20U, uint32_t degree = 0) {
  particles::ByteSource source = sourceOf(bytes, piece);
  return particles::readPly(source, 1000, degree);
}

inline particles::Cloud readCsvText(const std::string& bytes, std::size_t piece = 1U << 20U) {
  particles::ByteSource source = sourceOf(bytes, piece);
  return particles::readCsv(source, 1000);
}

// As this machine has it, and the other way round.
template <typename T>
void append(std::string& bytes, T value) {
  bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
}
template <typename T>
void appendReversed(std::string& bytes, T value) {
  append(bytes, value);
  std::reverse(bytes.end() - sizeof value, bytes.end());
}

// The properties of a splat in an order of their own, with others among them.
inline const char* const kSplatProperties[] = {"f_dc_2", "nx",      "x",       "y",      "z",     "f_dc_0",
                                               "f_dc_1", "f_test",  "rot_3",   "rot_0",  "rot_1", "opacity",
                                               "rot_2",  "scale_2", "scale_0", "scale_1"};
inline constexpr float kSplat[] = {0.9F, 7.0F, 1.5F, -2.5F, 3.5F,  -0.4F, 0.2F,  8.0F,
                                   0.1F, 0.7F, 0.5F, 0.3F,  -0.5F, -3.0F, -1.0F, -2.0F};

inline std::string splatHeader(const std::string& format, std::size_t count) {
  std::string header =
      "ply\nformat " + format + " 1.0\ncomment of no use\nelement vertex " + std::to_string(count) + "\n";
  for (const char* name : kSplatProperties) header += std::string("property float ") + name + "\n";
  return header + "element face 0\nproperty list uchar int vertex_indices\nend_header\n";
}

}  // namespace test
