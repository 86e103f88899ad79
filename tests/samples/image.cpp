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

Picture readPng(const std::filesystem::path& path) {
  int width = 0, height = 0, channels = 0;
  const std::unique_ptr<stbi_uc, void (*)(void*)> bytes(stbi_load(path.c_str(), &width, &height, &channels, 4),
                                                        stbi_image_free);
  if (!bytes) throw std::runtime_error(path.string() + " is no picture");
  Picture picture{static_cast<uint32_t>(width), static_cast<uint32_t>(height), {}};
  picture.rgba.assign(bytes.get(), bytes.get() + std::size_t{4} * picture.width * picture.height);
  return picture;
}

Picture readScreen(const std::filesystem::path& path, uint32_t width, uint32_t height) {
  std::ifstream file(path, std::ios::binary);
  const std::string bytes(std::istreambuf_iterator<char>(file), {});
  const auto byte = [&](std::size_t at) { return static_cast<uint32_t>(static_cast<unsigned char>(bytes.at(at))); };
  // Header words are big-endian.
  const auto word = [&](std::size_t i) {
    return byte(4 * i) << 24U | byte(4 * i + 1) << 16U | byte(4 * i + 2) << 8U | byte(4 * i + 3);
  };
  if (bytes.size() < 100 || word(1) != 7 || word(11) != 32) throw std::runtime_error(path.string() + " is no screen");
  const std::size_t first = word(0) + 12 * std::size_t{word(19)};
  Picture picture{std::min(width, word(4)), std::min(height, word(5)), {}};
  if (bytes.size() < first + std::size_t{word(12)} * word(5)) throw std::runtime_error(path.string() + " is short");
  picture.rgba.resize(std::size_t{4} * picture.width * picture.height);
  for (std::size_t y = 0; y < picture.height; ++y)
    std::memcpy(&picture.rgba[4 * y * picture.width], &bytes[first + y * word(12)], std::size_t{4} * picture.width);
  for (std::size_t i = 0; i < picture.rgba.size(); i += 4) {
    std::swap(picture.rgba[i], picture.rgba[i + 2]);
    picture.rgba[i + 3] = 255;
  }
  return picture;
}

uint32_t pixelAt(const Picture& picture, uint32_t x, uint32_t y) {
  uint32_t pixel = 0;
  std::memcpy(&pixel, &picture.rgba[4 * (std::size_t{y} * picture.width + x)], sizeof pixel);
  return pixel;
}

std::size_t distinctColors(const Picture& picture) {
  std::vector<uint32_t> pixels(picture.rgba.size() / 4);
  std::memcpy(pixels.data(), picture.rgba.data(), picture.rgba.size());
  std::ranges::sort(pixels);
  return static_cast<std::size_t>(std::ranges::unique(pixels).begin() - pixels.begin());
}

bool isGrey(const Picture& picture) {
  bool grey = true;
  for (std::size_t i = 0; i < picture.rgba.size(); i += 4)
    grey = grey && picture.rgba[i] == picture.rgba[i + 1] && picture.rgba[i] == picture.rgba[i + 2];
  return grey;
}

std::size_t differing(const Picture& a, const Picture& b, int most, uint32_t left, uint32_t right) {
  if (a.width != b.width || a.height != b.height) return std::max(a.rgba.size(), b.rgba.size()) / 4;
  std::size_t count = 0;
  for (std::size_t i = 0; i < a.rgba.size(); i += 4) {
    if (i / 4 % a.width < left || i / 4 % a.width >= right) continue;
    bool differs = false;
    for (std::size_t c = i; c < i + 3; ++c) differs = differs || std::abs(int{a.rgba[c]} - int{b.rgba[c]}) > most;
    if (differs) ++count;
  }
  return count;
}

}  // namespace test
