// Synchronization validation must detect the missing barrier between two command buffers that fill one buffer.
#include "gpu/commands.h"
#include "gpu/device.h"

int main() {
  const gpu::Instance instance({"vksort-unsynchronized", false, {}});
  gpu::DeviceInfo info;
  info.physical = instance.devices().at(0).handle;
  const gpu::Device device(instance, info);
  const gpu::Buffer buffer(device, 256, VK_BUFFER_USAGE_TRANSFER_DST_BIT);
  gpu::CommandPool pool(device);
  const VkCommandBuffer fills[2] = {pool.allocate(), pool.allocate()};
  for (const VkCommandBuffer cmd : fills) {
    gpu::begin(device, cmd);
    device.vk.vkCmdFillBuffer(cmd, buffer.handle(), 0, VK_WHOLE_SIZE, 1);
    device.vk.vkEndCommandBuffer(cmd);
  }
  VkSubmitInfo submit{};
  submit.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO;
  submit.commandBufferCount = 2;
  submit.pCommandBuffers = fills;
  device.vk.vkQueueSubmit(device.queue(), 1, &submit, VK_NULL_HANDLE);
  device.waitIdle();
}
