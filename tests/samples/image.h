// Pictures to look at: PNG files and the screen of Xvfb. Alpha is 255.
#pragma once
#include <filesystem>

#include "view/picture.h"

namespace test {

using particles::Picture;

// Errors: std::runtime_error for a file that is no PNG.
Picture readPng(const std::filesystem::path& path);

// An XWD dump as Xvfb keeps it with -fbdir: 32 bits per pixel, blue first. The part from its corner on, or all of it.
// Errors: std::runtime_error.
Picture readScreen(const std::filesystem::path& path, uint32_t width = ~0U, uint32_t height = ~0U);

// 0xAABBGGRR
uint32_t pixelAt(const Picture& picture, uint32_t x, uint32_t y);
std::size_t distinctColors(const Picture& picture);
bool isGrey(const Picture& picture);

// Pixels from column `left` up to `right` of which a channel differs by more than `most` of 255; all where sizes
// differ.
std::size_t differing(const Picture& a, const Picture& b, int most = 8, uint32_t left = 0, uint32_t right = ~0U);

}  // namespace test
