// Layouts of storage buffers and push constants.
#pragma once

#include <cstdint>

#include "sort/interface.h"
#include "vulkan/functions.h"

namespace vksort {

struct LayoutsInfo {
  VkDevice device;
  const VkAllocationCallbacks* allocator;
  bool push_descriptor;
  std::uint32_t bindings;  // bit i: there is a storage buffer at binding i of set 0; below kMaxBindings
  std::uint32_t push_bytes;
  VkDescriptorSetLayout generator_set = VK_NULL_HANDLE;  // of set 1; null: there is none
};
inline constexpr std::uint32_t kMaxBindings = VKSORT_BINDINGS;

// Vulkan's errors; what was created before one is in the outputs, for the caller to destroy, the rest is null.
[[nodiscard]] VkResult createLayouts(const DeviceFunctions& vk, const LayoutsInfo& info, VkDescriptorSetLayout& set,
                                     VkPipelineLayout& pipeline);

// Descriptors of set 0 of a recording.
struct BindTarget {
  const DeviceFunctions& vk;
  VkDevice device;
  VkPipelineLayout layout;
  bool push_descriptor;  // else `set` is written and bound
  VkDescriptorSet set;
};
// Binds the storage buffers for compute; null where the layout has no such binding.
void bindBuffers(VkCommandBuffer command_buffer, const BindTarget& target,
                 const VkDescriptorBufferInfo* const (&buffers)[kMaxBindings]);

}  // namespace vksort
