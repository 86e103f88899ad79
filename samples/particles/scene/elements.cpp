#include "scene/elements.h"

#include <algorithm>

#include "interface.h"

namespace particles {
namespace {

// What hosts copy to and from.
constexpr VkBufferUsageFlags kUsage = kStorage | VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT;

}  // namespace

uint32_t maxCountOn(const gpu::Device& device) {
  const VkPhysicalDeviceLimits& limits = device.properties().core.limits;
  return static_cast<uint32_t>(
      std::min<uint64_t>({kMaxCount, limits.maxStorageBufferRange / kMaxBytes,
                          uint64_t{limits.maxComputeWorkGroupCount[0]} * PARTICLES_WORKGROUP}));
}

Elements::Elements(const gpu::Device& device, uint32_t count)
    : count_(count),
      positions_(device, VkDeviceSize{count} * sizeof(glm::vec4), kUsage, gpu::Memory::device, "positions"),
      indices_(device, VkDeviceSize{count} * sizeof(uint32_t), kUsage, gpu::Memory::device, "indices") {}

Elements::Handles Elements::declare(Declaration& frame) const {
  return {frame.import("positions", positions_, kStorage, kFrameBefore),
          frame.import("indices", indices_, kStorage, kFrameBefore)};
}

void readElements(graph::PassBuilder& pass, const Elements::Handles& elements) {
  pass.read(elements.positions, graph::kVertexRead);
  pass.read(elements.indices, graph::kVertexRead);
  if (elements.arguments != graph::BufferHandle{}) pass.read(elements.arguments, graph::kIndirectRead);
}

void drawElements(const graph::PassContext& pass, const Elements::Handles& elements, uint32_t vertices,
                  uint32_t count) {
  const VolkDeviceTable& vk = pass.device().vk;
  if (elements.arguments == graph::BufferHandle{})
    vk.vkCmdDraw(pass.cmd(), vertices, count, 0, 0);
  else
    vk.vkCmdDrawIndirect(pass.cmd(), pass.buffer(elements.arguments), 0, 1, sizeof(VkDrawIndirectCommand));
}

}  // namespace particles
