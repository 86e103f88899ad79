#include "image.h"

#include <stb_image.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <string>

#include "support/child.h"

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
  const std::string bytes = readFile(path);
  uint32_t header[25] = {};
  std::memcpy(header, bytes.data(), std::min(bytes.size(), sizeof header));
  for (uint32_t& word : header) word = __builtin_bswap32(word);  // big-endian
  const std::size_t first = header[0] + 12 * std::size_t{header[19]}, pitch = header[12];
  if (header[1] != 7 || header[11] != 32 || bytes.size() < first + pitch * header[5])
    throw std::runtime_error(path.string() + " is no complete screen");
  Picture picture{std::min(width, header[4]), std::min(height, header[5]), {}};
  picture.rgba.resize(std::size_t{4} * picture.width * picture.height);
  for (std::size_t y = 0; y < picture.height; ++y)
    std::memcpy(&picture.rgba[4 * y * picture.width], &bytes[first + y * pitch], std::size_t{4} * picture.width);
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
