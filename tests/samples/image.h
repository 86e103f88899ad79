// Reads PNG files and the screen of Xvfb. Alpha is 255.
#pragma once
#include <filesystem>

#include "view/picture.h"

namespace test {

using particles::Picture;

Picture readPng(const std::filesystem::path& path);

// Reads part of an XWD dump, starting at its corner. Xvfb writes it using -fbdir, with 32 bits per pixel and blue
// first. Throws std::runtime_error.
Picture readScreen(const std::filesystem::path& path, uint32_t width = ~0U, uint32_t height = ~0U);

// 0xAABBGGRR
uint32_t pixelAt(const Picture& picture, uint32_t x, uint32_t y);
std::size_t distinctColors(const Picture& picture);

// Counts pixels of columns [left, right) in which a channel differs by more than `most`. If sizes differ, counts all
// pixels.
std::size_t differing(const Picture& a, const Picture& b, int most = 8, uint32_t left = 0, uint32_t right = ~0U);

}  // namespace test
