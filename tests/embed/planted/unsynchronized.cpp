// Two fills of one buffer with no barrier between them, for synchronization validation to find.
#include <cstdio>
#include <exception>

#include "gpu/commands.h"
#include "gpu/device.h"

int main() try {
  const gpu::Instance instance({"vksort-unsynchronized", false, {}});
  gpu::DeviceInfo info;
  info.physical = instance.devices().at(0).handle;
  const gpu::Device device(instance, info);
  const gpu::Buffer buffer(device, 256, VK_BUFFER_USAGE_TRANSFER_DST_BIT);
  gpu::submitAndWait(device, [&](VkCommandBuffer cmd) {
    device.vk.vkCmdFillBuffer(cmd, buffer.handle(), 0, VK_WHOLE_SIZE, 1);
    device.vk.vkCmdFillBuffer(cmd, buffer.handle(), 0, VK_WHOLE_SIZE, 2);
  });
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "vksort-unsynchronized: %s\n", error.what());
  return 2;
}
