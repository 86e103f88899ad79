// Command buffers and the one-shot submission.
#pragma once
#include <functional>
#include <span>
#include <vector>

#include "gpu/buffer.h"

namespace gpu {

// Command buffers that are recorded again and again. Thread rule: one thread at a time per pool.
class CommandPool {
 public:
  explicit CommandPool(const Device& device);  // for Device::queue()
  CommandPool(const Device& device, uint32_t queue_family);
  // A command buffer, owned by the pool.
  VkCommandBuffer allocate(VkCommandBufferLevel level = VK_COMMAND_BUFFER_LEVEL_PRIMARY);
  // Puts every command buffer of the pool back to its initial state; the GPU must be done with them.
  void reset();

 private:
  const Device* device_;
  Owned<VkCommandPool> pool_;
};

Owned<VkFence> createFence(const Device& device, bool signaled = false);
Owned<VkSemaphore> createSemaphore(const Device& device);

// Begins `cmd` for one submission.
void begin(const Device& device, VkCommandBuffer cmd);

// Records with `record`, submits to the queue and blocks until the GPU is done. For set-up, tests and offline work.
// Errors: device lost, out of memory, and whatever `record` throws (nothing is submitted then).
void submitAndWait(const Device& device, const std::function<void(VkCommandBuffer)>& record);

// A full memory barrier: everything before happens before everything after. For one-shot work only.
void fullBarrier(const Device& device, VkCommandBuffer cmd);

// Copies `data` into `target` from byte `offset` on, through staging, and blocks. `target` needs TRANSFER_DST usage.
void upload(const Device& device, const Buffer& target, std::span<const std::byte> data, VkDeviceSize offset = 0);

// Copies `size` bytes of `source` from byte `offset` on back to the host, and blocks. `source` needs TRANSFER_SRC
// usage.
std::vector<std::byte> download(const Device& device, VkBuffer source, VkDeviceSize size, VkDeviceSize offset = 0);

}  // namespace gpu
