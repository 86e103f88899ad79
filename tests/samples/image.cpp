#include "image.h"

#include <stb_image.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <memory>
#include <stdexcept>
#include <string>

namespace test {

Image readPng(const std::filesystem::path& path) {
  int width = 0;
  int height = 0;
  int channels = 0;
  const std::unique_ptr<stbi_uc, void (*)(void*)> bytes(stbi_load(path.c_str(), &width, &height, &channels, 3),
                                                        stbi_image_free);
  if (!bytes) throw std::runtime_error(path.string() + " is no picture");
  Image image{static_cast<uint32_t>(width), static_cast<uint32_t>(height), {}};
  const std::size_t count = std::size_t{image.width} * image.height;
  for (std::size_t i = 0; i < count; ++i) {
    const stbi_uc* rgb = bytes.get() + 3 * i;
    image.pixels.push_back(uint32_t{rgb[0]} << 16U | uint32_t{rgb[1]} << 8U | rgb[2]);
  }
  return image;
}

Image readScreen(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(file), {}};
  const auto byte = [&](std::size_t at) { return static_cast<uint32_t>(static_cast<unsigned char>(bytes.at(at))); };
  // Words of the header, most significant byte first.
  const auto word = [&](std::size_t i) {
    return byte(4 * i) << 24U | byte(4 * i + 1) << 16U | byte(4 * i + 2) << 8U | byte(4 * i + 3);
  };
  if (bytes.size() < 100 || word(1) != 7 || word(11) != 32) throw std::runtime_error(path.string() + " is no screen");
  const std::size_t first = word(0) + 12 * std::size_t{word(19)};  // behind header and colour map
  Image image{word(4), word(5), {}};
  for (std::size_t y = 0; y < image.height; ++y)
    for (std::size_t x = 0; x < image.width; ++x) {
      const std::size_t at = first + y * word(12) + 4 * x;
      image.pixels.push_back(byte(at + 2) << 16U | byte(at + 1) << 8U | byte(at));
    }
  return image;
}

std::size_t distinctColors(const Image& image) {
  std::vector<uint32_t> colors = image.pixels;
  std::ranges::sort(colors);
  return static_cast<std::size_t>(std::ranges::unique(colors).begin() - colors.begin());
}

std::size_t differingPixels(const Image& a, const Image& b) {
  if (a.width != b.width || a.height != b.height) return std::max(a.pixels.size(), b.pixels.size());
  std::size_t count = 0;
  for (std::size_t i = 0; i < a.pixels.size(); ++i) {
    bool differs = false;
    for (const uint32_t shift : {0U, 8U, 16U}) {
      const auto channel = [&](uint32_t pixel) { return static_cast<int>(pixel >> shift & 255U); };
      differs = differs || std::abs(channel(a.pixels[i]) - channel(b.pixels[i])) > 8;
    }
    if (differs) ++count;
  }
  return count;
}

}  // namespace test
