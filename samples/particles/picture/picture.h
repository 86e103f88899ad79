// A picture in host memory, and PNG files.
#pragma once
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

namespace particles {

struct Picture {
  uint32_t width = 0;
  uint32_t height = 0;
  std::vector<uint8_t> rgba;  // rows from the top, 4 bytes per pixel; alpha is ignored
};

// Errors: as writePng(), unless that could create `path` now. Leaves nothing behind.
void requireWritable(const std::string& path, const char* option = "--output");

// Writes beside `path` and renames, so that `path` is whole or untouched. Errors: std::runtime_error that names
// the option, the file and the reason.
void writePng(const std::string& path, const Picture& picture, const char* option = "--output");

}  // namespace particles
