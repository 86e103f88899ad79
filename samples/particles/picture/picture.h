// A picture in host memory, and files of it.
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

// Errors: as writePicture(), unless that could create `path` now. Leaves nothing behind.
void requireWritable(const std::string& path, const char* option = "--output");

inline constexpr const char* kPictureEndings = "a file that ends with .png, .jpg or .jpeg";
// Whether it is one.
bool isPictureName(const std::string& path);

// PNG or JPEG, by the end of the name. Writes beside `path` and renames, so that `path` is whole or untouched.
// Errors: std::runtime_error that names the option, the file and the reason.
void writePicture(const std::string& path, const Picture& picture, const char* option = "--output");

// Whether it names files by number: one %d, or %04d and the like of 1 to 9 digits, in the last part of the path, and no
// other %.
bool isSequence(const std::string& pattern);
// The file of a number. `pattern` must be a sequence.
std::string fileOf(const std::string& pattern, uint32_t number);

}  // namespace particles
