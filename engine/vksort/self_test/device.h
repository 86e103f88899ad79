// Memory, descriptor sets and submissions of a self-test, one submission after the other.
#pragma once

#include "vksort_expert.h"
#include "vulkan/functions.h"

namespace vksort {

struct SelfTestDevice {
  const Device& host;
  const SelfTest& info;
  const SelfTestFunctions& vk;

  VkBuffer buffer = VK_NULL_HANDLE;
  VkDeviceMemory memory = VK_NULL_HANDLE;
  std::uint32_t* mapped = nullptr;  // the buffer's words, coherent
  VkDescriptorPool sets = VK_NULL_HANDLE;
  VkCommandPool commands = VK_NULL_HANDLE;
  VkCommandBuffer command_buffer = VK_NULL_HANDLE;  // recording after begin()
  VkFence fence = VK_NULL_HANDLE;
  bool in_flight = false;  // the device may still use all this: it must not be destroyed

  // A buffer of `bytes`, and room for descriptor sets, unless there are to be none. Errors: Vulkan's.
  [[nodiscard]] VkResult create(VkDeviceSize bytes, std::uint32_t set_count, std::uint32_t descriptor_count);
  [[nodiscard]] VkResult newSet(VkDescriptorSetLayout layout, VkDescriptorSet& out) const;
  // Nothing is in flight. Sets of before are gone.
  [[nodiscard]] VkResult begin() const;
  // VK_TIMEOUT: not finished in time, or unknown. Sets in_flight; no other error does. Others: Vulkan's.
  [[nodiscard]] VkResult submitAndWait();
  // From any state but in_flight.
  void destroy();

 private:
  VkResult createBuffer(VkDeviceSize bytes);
  VkResult createSets(std::uint32_t set_count, std::uint32_t descriptor_count);
  VkResult createCommands();
};

}  // namespace vksort
