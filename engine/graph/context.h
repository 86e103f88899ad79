// What a pass sees while it records.
#pragma once
#include <span>

#include "gpu/device.h"
#include "graph/graph.h"

namespace graph {

// The Vulkan objects behind one resource.
struct Binding {
  VkBuffer buffer = VK_NULL_HANDLE;
  VkImage image = VK_NULL_HANDLE;
  VkImageView view = VK_NULL_HANDLE;
};

// Given to a pass's execute function, valid during the call. The command buffer is inside rendering for a graphics pass
// and outside it for every other. A pass records no barrier for what it declared, and leaves rendering as it found it.
class PassContext {
 public:
  PassContext(const gpu::Device& device, VkCommandBuffer cmd, uint32_t frame, const Graph& graph, const Pass& pass,
              std::span<const Binding> bindings)
      : device_(&device), cmd_(cmd), frame_(frame), graph_(&graph), pass_(&pass), bindings_(bindings) {}

  const gpu::Device& device() const { return *device_; }
  VkCommandBuffer cmd() const { return cmd_; }
  // Which of the executor's frames is recorded; for resources that the caller keeps once per frame.
  uint32_t frame() const { return frame_; }

  // The object behind a handle the pass was given or was returned. Errors: a handle of no resource of its kind, a
  // resource that the pass did not declare, a version other than the ones it uses.
  VkBuffer buffer(BufferHandle handle) const;
  VkDeviceSize size(BufferHandle handle) const;  // in bytes
  VkImage image(ImageHandle handle) const;
  VkImageView view(ImageHandle handle) const;
  VkExtent2D extent(ImageHandle handle) const;

 private:
  const Binding& lookUp(uint32_t resource, uint32_t version, ResourceKind kind) const;

  const gpu::Device* device_;
  VkCommandBuffer cmd_;
  uint32_t frame_;
  const Graph* graph_;
  const Pass* pass_;
  std::span<const Binding> bindings_;
};

}  // namespace graph
