#pragma once
#include <span>

#include "gpu/device.h"
#include "graph/graph.h"

namespace graph {

struct PhysicalResource {
  VkBuffer buffer = VK_NULL_HANDLE;
  VkImage image = VK_NULL_HANDLE;
  VkImageView view = VK_NULL_HANDLE;
};

// Only valid during the callback of a pass. In a graphics pass, rendering has begun. The callback must not end
// rendering, and needs no barriers for declared resources.
class PassContext {
 public:
  PassContext(const gpu::Device& device, VkCommandBuffer cmd, uint32_t frame, const Graph& graph, const Pass& pass,
              std::span<const PhysicalResource> resources)
      : device_(&device), cmd_(cmd), frame_(frame), graph_(&graph), pass_(&pass), resources_(resources) {}

  const gpu::Device& device() const { return *device_; }
  VkCommandBuffer cmd() const { return cmd_; }
  // Index of the frame in flight.
  uint32_t frame() const { return frame_; }

  // The pass must have declared the handle, or its declaration must have returned it.
  VkBuffer buffer(BufferHandle handle) const;
  VkDeviceSize size(BufferHandle handle) const;
  VkImage image(ImageHandle handle) const;
  VkImageView view(ImageHandle handle) const;
  VkExtent2D extent(ImageHandle handle) const;

 private:
  const PhysicalResource& lookUp(uint32_t resource, uint32_t version, ResourceKind kind) const;

  const gpu::Device* device_;
  VkCommandBuffer cmd_;
  uint32_t frame_;
  const Graph* graph_;
  const Pass* pass_;
  std::span<const PhysicalResource> resources_;
};

}  // namespace graph
