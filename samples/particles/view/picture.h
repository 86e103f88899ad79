// Pictures in host memory, and files of them.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "gpu/device.h"
#include "gpu/swapchain.h"

namespace particles {

struct Picture {
  uint32_t width = 0;
  uint32_t height = 0;
  std::vector<uint8_t> rgba;  // rows from the top, 4 bytes per pixel; alpha is 255

  friend bool operator==(const Picture&, const Picture&) = default;
};

// An image in VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, of one of gpu::kPixelFormats. Blocks. Errors: gpu::Error.
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
