// Memory, descriptor sets and submissions of a self-test.
#pragma once

#include "device/functions.h"
#include "vksort_plan.h"

namespace vksort {

inline constexpr const char* kNotLoaded = "a Vulkan 1.1 function that the self-test needs is missing";
inline constexpr const char* kNotRecorded = "the driver failed to create or record the self-test";
inline constexpr const char* kNotFinished = "the submission of the self-test failed or timed out";

[[nodiscard]] bool wantsSelfTest(const SelfTest& info);

struct SelfTestDevice {
  const Device& host;
  const SelfTest& info;
  const SelfTestFunctions& vk;

  VkBuffer buffer = VK_NULL_HANDLE;
  VkDeviceMemory memory = VK_NULL_HANDLE;
  std::uint32_t* mapped = nullptr;
  VkDescriptorPool sets = VK_NULL_HANDLE;
  VkCommandPool commands = VK_NULL_HANDLE;
  VkCommandBuffer command_buffer = VK_NULL_HANDLE;
  VkFence fence = VK_NULL_HANDLE;
  bool in_flight = false;

  [[nodiscard]] VkResult create(VkDeviceSize bytes, std::uint32_t set_count);
  [[nodiscard]] VkResult newSet(VkDescriptorSetLayout layout, VkDescriptorSet& out) const;
  // Makes writes of the CPU available to the device.
  [[nodiscard]] VkResult flush() const;
  // Starts to record. Frees all sets. Nothing must be in flight.
  [[nodiscard]] VkResult begin() const;
  // Returns VK_TIMEOUT and sets in_flight if the submission did not finish in time, or if its state is unknown.
  [[nodiscard]] VkResult submitAndWait();
  // Nothing must be in flight.
  void destroy();

 private:
  VkResult createBuffer(VkDeviceSize bytes);
  VkResult createSets(std::uint32_t set_count);
  VkResult createCommands();
};

}  // namespace vksort
