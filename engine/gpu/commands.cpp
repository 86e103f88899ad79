#include "gpu/commands.h"

#include <cstring>
#include <limits>

#include "gpu/structs.h"

namespace gpu {

CommandPool::CommandPool(const Device& device) : CommandPool(device, device.queueFamily()) {}

CommandPool::CommandPool(const Device& device, uint32_t queue_family) : device_(&device) {
  auto info = vkStruct<VkCommandPoolCreateInfo>(VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO);
  info.queueFamilyIndex = queue_family;
  info.flags = VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT;
  VkCommandPool pool = VK_NULL_HANDLE;
  check(device.vk.vkCreateCommandPool(device.handle(), &info, nullptr, &pool), "creating a command pool");
  pool_ = {device.handle(), pool, device.vk.vkDestroyCommandPool};
}

VkCommandBuffer CommandPool::allocate(VkCommandBufferLevel level) {
  auto info = vkStruct<VkCommandBufferAllocateInfo>(VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO);
  info.commandPool = pool_.get();
  info.level = level;
  info.commandBufferCount = 1;
  VkCommandBuffer cmd = VK_NULL_HANDLE;
  check(device_->vk.vkAllocateCommandBuffers(device_->handle(), &info, &cmd), "allocating a command buffer");
  return cmd;
}

void CommandPool::reset() {
  check(device_->vk.vkResetCommandPool(device_->handle(), pool_.get(), 0), "resetting a command pool");
}

Owned<VkFence> createFence(const Device& device, bool signaled) {
  auto info = vkStruct<VkFenceCreateInfo>(VK_STRUCTURE_TYPE_FENCE_CREATE_INFO);
  if (signaled) info.flags = VK_FENCE_CREATE_SIGNALED_BIT;
  VkFence fence = VK_NULL_HANDLE;
  check(device.vk.vkCreateFence(device.handle(), &info, nullptr, &fence), "creating a fence");
  return {device.handle(), fence, device.vk.vkDestroyFence};
}

Owned<VkSemaphore> createSemaphore(const Device& device) {
  const VkSemaphoreCreateInfo info{VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO, nullptr, 0};
  VkSemaphore semaphore = VK_NULL_HANDLE;
  check(device.vk.vkCreateSemaphore(device.handle(), &info, nullptr, &semaphore), "creating a semaphore");
  return {device.handle(), semaphore, device.vk.vkDestroySemaphore};
}

void begin(const Device& device, VkCommandBuffer cmd) {
  auto info = vkStruct<VkCommandBufferBeginInfo>(VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO);
  info.flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT;
  check(device.vk.vkBeginCommandBuffer(cmd, &info), "beginning a command buffer");
}

void submitAndWait(const Device& device, const std::function<void(VkCommandBuffer)>& record) {
  CommandPool pool(device);
  VkCommandBuffer cmd = pool.allocate();
  begin(device, cmd);
  record(cmd);
  check(device.vk.vkEndCommandBuffer(cmd), "ending a command buffer");
  const Owned<VkFence> fence = createFence(device);
  auto submit = vkStruct<VkSubmitInfo>(VK_STRUCTURE_TYPE_SUBMIT_INFO);
  submit.commandBufferCount = 1;
  submit.pCommandBuffers = &cmd;
  check(device.vk.vkQueueSubmit(device.queue(), 1, &submit, fence.get()), "submitting a command buffer");
  const VkFence handle = fence.get();
  constexpr uint64_t kForever = std::numeric_limits<uint64_t>::max();
  check(device.vk.vkWaitForFences(device.handle(), 1, &handle, VK_TRUE, kForever), "waiting for a submission");
}

void fullBarrier(const Device& device, VkCommandBuffer cmd) {
  auto barrier = vkStruct<VkMemoryBarrier>(VK_STRUCTURE_TYPE_MEMORY_BARRIER);
  barrier.srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT;
  barrier.dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT;
  // ALL_COMMANDS does not include CPU accesses.
  constexpr VkPipelineStageFlags kAll = VK_PIPELINE_STAGE_ALL_COMMANDS_BIT | VK_PIPELINE_STAGE_HOST_BIT;
  device.vk.vkCmdPipelineBarrier(cmd, kAll, kAll, 0, 1, &barrier, 0, nullptr, 0, nullptr);
}

void upload(const Device& device, const Buffer& target, std::span<const std::byte> data, VkDeviceSize offset) {
  if (data.empty()) return;
  if (offset > target.size() || data.size() > target.size() - offset)
    throw Error("upload of " + std::to_string(data.size()) + " bytes to offset " + std::to_string(offset) +
                " exceeds the buffer of " + std::to_string(target.size()) + " bytes");
  const Buffer staging(device, data.size(), VK_BUFFER_USAGE_TRANSFER_SRC_BIT, Memory::upload, "upload staging");
  std::memcpy(staging.bytes().data(), data.data(), data.size());
  staging.flush();
  submitAndWait(device, [&](VkCommandBuffer cmd) {
    const VkBufferCopy region{0, offset, data.size()};
    fullBarrier(device, cmd);
    device.vk.vkCmdCopyBuffer(cmd, staging.handle(), target.handle(), 1, &region);
    fullBarrier(device, cmd);
  });
}

std::vector<std::byte> download(const Device& device, VkBuffer source, VkDeviceSize size, VkDeviceSize offset) {
  if (size == 0) return {};
  const Buffer staging(device, size, VK_BUFFER_USAGE_TRANSFER_DST_BIT, Memory::readback, "download staging");
  submitAndWait(device, [&](VkCommandBuffer cmd) {
    const VkBufferCopy region{offset, 0, size};
    fullBarrier(device, cmd);
    device.vk.vkCmdCopyBuffer(cmd, source, staging.handle(), 1, &region);
    fullBarrier(device, cmd);
  });
  staging.invalidate();
  return {staging.bytes().begin(), staging.bytes().end()};
}

}  // namespace gpu
