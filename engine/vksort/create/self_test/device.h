// Memory, descriptor sets and submissions of a self-test, one submission after the other.
#pragma once

#include "vksort_plan.h"
#include "device/functions.h"

namespace vksort {

inline constexpr const char* kNotLoaded = "a function of Vulkan 1.1 that the self-test needs is missing";
inline constexpr const char* kNotRecorded = "the driver could not create or record what the self-test needs";
inline constexpr const char* kNotFinished = "the device did not get through the self-test";

// Returns true if creation should run a self-test.
[[nodiscard]] bool wantsSelfTest(const SelfTest& info);

struct SelfTestDevice {
  const Device& host;
  const SelfTest& info;
  const SelfTestFunctions& vk;

  VkBuffer buffer = VK_NULL_HANDLE;
  VkDeviceMemory memory = VK_NULL_HANDLE;
  std::uint32_t* mapped = nullptr;  // the buffer's words
  VkDescriptorPool sets = VK_NULL_HANDLE;
  VkCommandPool commands = VK_NULL_HANDLE;
  VkCommandBuffer command_buffer = VK_NULL_HANDLE;  // recording after begin()
  VkFence fence = VK_NULL_HANDLE;
  bool in_flight = false;  // the device may still use all this: it must not be destroyed

  // Creates a buffer of `bytes`, and a pool for `set_count` descriptor sets. Errors: Vulkan's.
  [[nodiscard]] VkResult create(VkDeviceSize bytes, std::uint32_t set_count);
  [[nodiscard]] VkResult newSet(VkDescriptorSetLayout layout, VkDescriptorSet& out) const;
  // Makes the CPU's writes to `mapped` available to the device.
  [[nodiscard]] VkResult flush() const;
  // Nothing is in flight. Sets of before are gone.
  [[nodiscard]] VkResult begin() const;
  // Afterwards the CPU can read the device's writes in `mapped`.
  // VK_TIMEOUT: not finished in time, or unknown. Sets in_flight; no other error does. Others: Vulkan's.
  [[nodiscard]] VkResult submitAndWait();
  // From any state but in_flight.
  void destroy();

 private:
  VkResult createBuffer(VkDeviceSize bytes);
  VkResult createSets(std::uint32_t set_count);
  VkResult createCommands();
};

}  // namespace vksort
