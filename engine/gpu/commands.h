// Command buffers, and submissions that are waited for.
#pragma once
#include <functional>
#include <span>
#include <vector>

#include "gpu/buffer.h"

namespace gpu {

// Allocates command buffers that can be recorded again. Threads: one at a time per pool.
class CommandPool {
 public:
  explicit CommandPool(const Device& device);  // for Device::queue()
  CommandPool(const Device& device, uint32_t queue_family);
  // Returns a command buffer that the pool owns.
  VkCommandBuffer allocate(VkCommandBufferLevel level = VK_COMMAND_BUFFER_LEVEL_PRIMARY);
  // Resets all command buffers of the pool. The GPU must not be executing them.
  void reset();

 private:
  const Device* device_;
  Owned<VkCommandPool> pool_;
};

Owned<VkFence> createFence(const Device& device, bool signaled = false);
Owned<VkSemaphore> createSemaphore(const Device& device);

// Begins a command buffer that will be submitted once.
void begin(const Device& device, VkCommandBuffer cmd);

// Records using `record`, submits to the queue and waits for the GPU. Meant for initialization and tests.
// Errors: device lost, out of memory. If `record` throws, nothing is submitted.
void submitAndWait(const Device& device, const std::function<void(VkCommandBuffer)>& record);

// Records a barrier between all earlier and all later commands and CPU accesses. Not meant for frames.
void fullBarrier(const Device& device, VkCommandBuffer cmd);

// Copies `data` to byte `offset` of `target` through a staging buffer, and waits. `target` needs TRANSFER_DST usage.
void upload(const Device& device, const Buffer& target, std::span<const std::byte> data, VkDeviceSize offset = 0);

// Returns `size` bytes of `source`, starting at byte `offset`, and waits. `source` needs TRANSFER_SRC usage.
std::vector<std::byte> download(const Device& device, VkBuffer source, VkDeviceSize size, VkDeviceSize offset = 0);

}  // namespace gpu
