#include "picture/picture.h"

#include <stb_image_write.h>

#include <algorithm>
#include <cctype>

#include "files/whole_file.h"

namespace particles {
namespace {

constexpr int kQuality = 92;  // of JPEG, at most 100

void append(void* file, void* data, int size) {
  static_cast<std::string*>(file)->append(static_cast<const char*>(data), static_cast<std::size_t>(size));
}

bool endsWith(std::string path, const char* ending) {
  std::ranges::transform(path, path.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return path.ends_with(ending);
}

bool isJpeg(const std::string& path) { return endsWith(path, ".jpg") || endsWith(path, ".jpeg"); }

}  // namespace

bool isPictureName(const std::string& path) { return isJpeg(path) || endsWith(path, ".png"); }

void requireWritable(const std::string& path, const char* option) { const samples::WholeFile probe(option, path); }

void writePicture(const std::string& path, const Picture& picture, const char* option) {
  std::vector<uint8_t> rgb;
  rgb.reserve(picture.rgba.size() / 4 * 3);
  for (std::size_t i = 0; i + 3 < picture.rgba.size(); i += 4)
    rgb.insert(rgb.end(), picture.rgba.begin() + static_cast<std::ptrdiff_t>(i),
               picture.rgba.begin() + static_cast<std::ptrdiff_t>(i + 3));
  const int width = static_cast<int>(picture.width), height = static_cast<int>(picture.height);
  std::string bytes;
  const int encoded = isJpeg(path) ? stbi_write_jpg_to_func(append, &bytes, width, height, 3, rgb.data(), kQuality)
                                   : stbi_write_png_to_func(append, &bytes, width, height, 3, rgb.data(), width * 3);
  if (encoded == 0)
    throw std::runtime_error(std::string(option) + ": cannot write " + path + ": the picture could not be encoded");
  samples::WholeFile file(option, path);
  file.write(bytes);
  file.finish();
}

}  // namespace particles
