#include "image.h"

#include <stb_image.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
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

Image imageOf(const particles::Picture& picture) {
  Image image{picture.width, picture.height, {}};
  for (std::size_t i = 0; i < picture.rgba.size(); i += 4)
    image.pixels.push_back(uint32_t{picture.rgba[i]} << 16U | uint32_t{picture.rgba[i + 1]} << 8U |
                           picture.rgba[i + 2]);
  return image;
}

Image readScreen(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  std::string bytes(file ? static_cast<std::size_t>(file.tellg()) : 0, 0);
  file.seekg(0);
  file.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  const auto byte = [&](std::size_t at) { return static_cast<uint32_t>(static_cast<unsigned char>(bytes.at(at))); };
  // Words of the header, most significant byte first.
  const auto word = [&](std::size_t i) {
    return byte(4 * i) << 24U | byte(4 * i + 1) << 16U | byte(4 * i + 2) << 8U | byte(4 * i + 3);
  };
  if (bytes.size() < 100 || word(1) != 7 || word(11) != 32) throw std::runtime_error(path.string() + " is no screen");
  const std::size_t first = word(0) + 12 * std::size_t{word(19)};  // behind header and colour map
  Image image{word(4), word(5), {}};
  image.pixels.resize(std::size_t{image.width} * image.height);
  if (bytes.size() < first + std::size_t{word(12)} * image.height)
    throw std::runtime_error(path.string() + " is short");
  // Blue is the lowest byte of a word, as on every machine that Xvfb is used on here.
  for (std::size_t y = 0; y < image.height; ++y)
    std::memcpy(&image.pixels[y * image.width], &bytes[first + y * word(12)], std::size_t{4} * image.width);
  for (uint32_t& pixel : image.pixels) pixel &= 0xffffffU;
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
