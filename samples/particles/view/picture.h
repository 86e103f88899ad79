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

// The layout must be VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, and the format one of gpu::kPixelFormats.
Picture readPicture(const gpu::Device& device, VkImage image, VkExtent2D extent,
                    VkFormat format = VK_FORMAT_R8G8B8A8_UNORM);

void requireWritable(const std::string& path, const char* option);

// If this fails, `path` does not change, and the std::runtime_error names option, file and reason.
void writePicture(const std::string& path, const Picture& picture, const char* option = "--output");

// Returns true if the file name contains one number, such as %d or %04d, and ends with .png.
bool isSequence(const std::string& pattern);
std::string fileOf(const std::string& pattern, uint32_t number);

}  // namespace particles
