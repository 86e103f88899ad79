// Bringing what the last frame drew back to the host.
#pragma once
#include <vector>

#include "picture/picture.h"
#include "scene/elements.h"

namespace particles {

struct Readback {
  std::vector<glm::vec4> positions;
  std::vector<uint32_t> indices;  // in the order drawn
  Picture picture;                // empty without an image
};

// Copies the elements and, if given, an RGBA8 image in VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL. The GPU must be done
// with the last frame. Blocks. Errors: gpu::Error out of memory, device lost.
Readback readBack(const gpu::Device& device, const Elements& elements, VkImage image = VK_NULL_HANDLE,
                  VkExtent2D extent = {});

// The same of an image alone. Of VK_FORMAT_B8G8R8A8_UNORM too, if it is said to be.
Picture readPicture(const gpu::Device& device, VkImage image, VkExtent2D extent,
                    VkFormat format = VK_FORMAT_R8G8B8A8_UNORM);

}  // namespace particles
