#include "picture/picture.h"

#include <stb_image_write.h>
#include <algorithm>
#include <cctype>
#include <optional>

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

// The number's place in a pattern: %d or %0Nd.
struct Place {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::size_t digits = 0;  // at least
};

std::optional<Place> placeIn(const std::string& pattern) {
  const std::size_t begin = pattern.find('%');
  if (begin == std::string::npos || pattern.find('/', begin) != std::string::npos) return std::nullopt;
  Place place{begin, begin + 1, 1};
  if (pattern.compare(place.end, 1, "0") == 0) {
    if (place.end + 1 >= pattern.size() || pattern[place.end + 1] < '1' || pattern[place.end + 1] > '9')
      return std::nullopt;
    place.digits = static_cast<std::size_t>(pattern[place.end + 1] - '0');
    place.end += 2;
  }
  if (pattern.compare(place.end, 1, "d") != 0) return std::nullopt;
  ++place.end;
  if (pattern.find('%', place.end) != std::string::npos) return std::nullopt;
  return place;
}

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

bool isSequence(const std::string& pattern) { return placeIn(pattern).has_value(); }

std::string fileOf(const std::string& pattern, uint32_t number) {
  const Place place = placeIn(pattern).value();
  std::string digits = std::to_string(number);
  if (digits.size() < place.digits) digits.insert(0, place.digits - digits.size(), '0');
  return pattern.substr(0, place.begin) + digits + pattern.substr(place.end);
}

}  // namespace particles
