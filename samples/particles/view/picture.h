// Pictures in host memory, and files of them.
#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "gpu/device.h"

namespace particles {

struct Picture {
  uint32_t width = 0;
  uint32_t height = 0;
  std::vector<uint8_t> rgba;  // rows from the top, 4 bytes per pixel; alpha is 255

  friend bool operator==(const Picture&, const Picture&) = default;
};

// A format of images, none of them sRGB: the shaders write colours as displays take them.
struct PixelFormat {
  VkFormat format;
  uint32_t bytes;                        // of a pixel, the lowest first
  std::array<uint32_t, 3> shifts, bits;  // of red, green and blue
};
// Those that are drawn and read, the best first.
inline constexpr PixelFormat kPixelFormats[] = {
    {VK_FORMAT_B8G8R8A8_UNORM, 4, {16, 8, 0}, {8, 8, 8}},
    {VK_FORMAT_R8G8B8A8_UNORM, 4, {0, 8, 16}, {8, 8, 8}},
    {VK_FORMAT_A2R10G10B10_UNORM_PACK32, 4, {20, 10, 0}, {10, 10, 10}},
    {VK_FORMAT_A2B10G10R10_UNORM_PACK32, 4, {0, 10, 20}, {10, 10, 10}},
    {VK_FORMAT_R5G6B5_UNORM_PACK16, 2, {11, 5, 0}, {5, 6, 5}},
};

// An image in VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, of one of kPixelFormats. Blocks. Errors: gpu::Error.
Picture readPicture(const gpu::Device& device, VkImage image, VkExtent2D extent,
                    VkFormat format = VK_FORMAT_R8G8B8A8_UNORM);

// Errors: as WholeFile's, unless `path` could be written now. Leaves nothing behind.
void requireWritable(const std::string& path, const char* option);

// PNG. Writes beside `path` and renames, so that `path` is whole or untouched.
// Errors: std::runtime_error that names the option, the file and the reason.
void writePicture(const std::string& path, const Picture& picture, const char* option = "--output");

// Whether it names PNG files by number: one %d, or %04d and the like of 1 to 9 digits, in the last part of the path.
bool isSequence(const std::string& pattern);
// The file of a number. `pattern` must be a sequence.
std::string fileOf(const std::string& pattern, uint32_t number);

}  // namespace particles
