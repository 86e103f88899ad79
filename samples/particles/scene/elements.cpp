#include "scene/elements.h"

namespace particles {
namespace {

constexpr VkBufferUsageFlags kUsage = kStorage | VK_BUFFER_USAGE_TRANSFER_SRC_BIT;

}  // namespace

Elements::Elements(const gpu::Device& device, uint32_t count)
    : count_(count),
      positions_(device, VkDeviceSize{count} * sizeof(glm::vec4), kUsage | VK_BUFFER_USAGE_TRANSFER_DST_BIT,
                 gpu::Memory::device, "positions"),
      indices_(device, VkDeviceSize{count} * sizeof(uint32_t), kUsage, gpu::Memory::device, "indices") {}

Elements::Handles Elements::declare(Declaration& frame) const {
  return {frame.import("positions", positions_, kStorage, kFrameBefore),
          frame.import("indices", indices_, kStorage, kFrameBefore)};
}

}  // namespace particles
