// The context that a pass gets while it is recorded.
#pragma once
#include <span>

#include "gpu/device.h"
#include "graph/graph.h"

namespace graph {

// The Vulkan objects of one resource.
struct PhysicalResource {
  VkBuffer buffer = VK_NULL_HANDLE;
  VkImage image = VK_NULL_HANDLE;
  VkImageView view = VK_NULL_HANDLE;
};

// Passed to the callback of a pass, and only valid during the call. In a graphics pass, rendering has begun. The pass
// does not record barriers for the resources that it declared, and does not end rendering.
class PassContext {
 public:
  PassContext(const gpu::Device& device, VkCommandBuffer cmd, uint32_t frame, const Graph& graph, const Pass& pass,
              std::span<const PhysicalResource> resources)
      : device_(&device), cmd_(cmd), frame_(frame), graph_(&graph), pass_(&pass), resources_(resources) {}

  const gpu::Device& device() const { return *device_; }
  VkCommandBuffer cmd() const { return cmd_; }
  // Index of the frame in flight. Selects resources that the application keeps once per frame.
  uint32_t frame() const { return frame_; }

  // Return the object of a handle that the pass declared, or that its declaration returned.
  // Errors: a handle that is not a resource of this kind, a resource that the pass did not declare, another version.
  VkBuffer buffer(BufferHandle handle) const;
  VkDeviceSize size(BufferHandle handle) const;  // in bytes
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
