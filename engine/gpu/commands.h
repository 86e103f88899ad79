#pragma once
#include <functional>
#include <span>
#include <vector>

#include "gpu/buffer.h"

namespace gpu {

// Command buffers can be recorded again. One thread at a time per pool.
class CommandPool {
 public:
  explicit CommandPool(const Device& device);  // for Device::queue()
  CommandPool(const Device& device, uint32_t queue_family);
  // The pool owns the command buffer.
  VkCommandBuffer allocate(VkCommandBufferLevel level = VK_COMMAND_BUFFER_LEVEL_PRIMARY);
  // The GPU must not be executing the command buffers.
  void reset();

 private:
  const Device* device_;
  Owned<VkCommandPool> pool_;
};

Owned<VkFence> createFence(const Device& device, bool signaled = false);
Owned<VkSemaphore> createSemaphore(const Device& device);

void begin(const Device& device, VkCommandBuffer cmd);

// Records, submits and waits for the GPU. Meant for initialization and tests. If `record` throws, nothing is submitted.
void submitAndWait(const Device& device, const std::function<void(VkCommandBuffer)>& record);

// Orders all earlier and later commands and CPU accesses. Too slow for frames.
void fullBarrier(const Device& device, VkCommandBuffer cmd);

// Copies through a staging buffer, and waits. `target` needs TRANSFER_DST usage.
void upload(const Device& device, const Buffer& target, std::span<const std::byte> data, VkDeviceSize offset = 0);

// Copies through a staging buffer, and waits. `source` needs TRANSFER_SRC usage.
std::vector<std::byte> download(const Device& device, VkBuffer source, VkDeviceSize size, VkDeviceSize offset = 0);

}  // namespace gpu
