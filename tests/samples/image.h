// Pictures to look at: PNG files and the screen of Xvfb.
#pragma once
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "view/picture.h"

namespace test {

struct Image {
  uint32_t width = 0;
  uint32_t height = 0;
  std::vector<uint32_t> pixels;  // 0xRRGGBB, rows from the top

  uint32_t at(uint32_t x, uint32_t y) const { return pixels[std::size_t{y} * width + x]; }
  friend bool operator==(const Image&, const Image&) = default;
};

// Errors: std::runtime_error for a file that is no PNG.
Image readPng(const std::filesystem::path& path);

Image imageOf(const particles::Picture& picture);

// An XWD dump as Xvfb keeps it with -fbdir: 32 bits per pixel, blue first. Errors: std::runtime_error.
Image readScreen(const std::filesystem::path& path);

std::size_t distinctColors(const Image& image);

// Pixels of which a channel differs by more than 8 of 255; every pixel when the sizes differ.
std::size_t differingPixels(const Image& a, const Image& b);

}  // namespace test
