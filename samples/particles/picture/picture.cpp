#include "picture/picture.h"

#include <stb_image_write.h>

#include "files/whole_file.h"

namespace particles {
namespace {

void append(void* png, void* data, int size) {
  static_cast<std::string*>(png)->append(static_cast<const char*>(data), static_cast<std::size_t>(size));
}

}  // namespace

void requireWritable(const std::string& path, const char* option) { const samples::WholeFile probe(option, path); }

void writePng(const std::string& path, const Picture& picture, const char* option) {
  std::vector<uint8_t> rgb;
  rgb.reserve(picture.rgba.size() / 4 * 3);
  for (std::size_t i = 0; i + 3 < picture.rgba.size(); i += 4)
    rgb.insert(rgb.end(), picture.rgba.begin() + static_cast<std::ptrdiff_t>(i),
               picture.rgba.begin() + static_cast<std::ptrdiff_t>(i + 3));
  const int width = static_cast<int>(picture.width);
  std::string png;
  if (stbi_write_png_to_func(append, &png, width, static_cast<int>(picture.height), 3, rgb.data(), width * 3) == 0)
    throw std::runtime_error(std::string(option) + ": cannot write " + path + ": the picture could not be encoded");
  samples::WholeFile file(option, path);
  file.write(png);
  file.finish();
}

}  // namespace particles
