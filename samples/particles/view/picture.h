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

// Reads an image in VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL with one of gpu::kPixelFormats, and waits.
Picture readPicture(const gpu::Device& device, VkImage image, VkExtent2D extent,
                    VkFormat format = VK_FORMAT_R8G8B8A8_UNORM);

// Throws WholeFile's error if `path` cannot be written. Does not create a file.
void requireWritable(const std::string& path, const char* option);

// Writes a PNG file. If this fails, `path` does not change, and the std::runtime_error names option, file and reason.
void writePicture(const std::string& path, const Picture& picture, const char* option = "--output");

// Returns true if the file name contains one number, such as %d or %04d (1 to 9 digits), and ends with .png.
bool isSequence(const std::string& pattern);
// `pattern` must be a sequence.
std::string fileOf(const std::string& pattern, uint32_t number);

}  // namespace particles
