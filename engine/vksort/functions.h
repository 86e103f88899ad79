// The Vulkan functions that vksort calls, loaded through the host's vkGetInstanceProcAddr into a table of its own.
#pragma once

#include <vulkan/vulkan_core.h>

namespace vksort {

#define VKSORT_INSTANCE_FUNCTIONS(DO)    \
  DO(EnumerateDeviceExtensionProperties) \
  DO(GetPhysicalDeviceProperties2)       \
  DO(GetPhysicalDeviceFeatures2)         \
  DO(GetDeviceProcAddr)

#define VKSORT_DEVICE_FUNCTIONS(DO) \
  DO(CreateShaderModule)            \
  DO(DestroyShaderModule)           \
  DO(CreateDescriptorSetLayout)     \
  DO(DestroyDescriptorSetLayout)    \
  DO(CreatePipelineLayout)          \
  DO(DestroyPipelineLayout)         \
  DO(CreateComputePipelines)        \
  DO(DestroyPipeline)               \
  DO(GetBufferMemoryRequirements)   \
  DO(UpdateDescriptorSets)          \
  DO(CmdBindPipeline)               \
  DO(CmdBindDescriptorSets)         \
  DO(CmdPushConstants)              \
  DO(CmdDispatch)                   \
  DO(CmdPipelineBarrier)            \
  DO(CmdWriteTimestamp)

#define VKSORT_MEMBER(name) PFN_vk##name name = nullptr;

struct InstanceFunctions {
  VKSORT_INSTANCE_FUNCTIONS(VKSORT_MEMBER)
};

struct DeviceFunctions {
  VKSORT_DEVICE_FUNCTIONS(VKSORT_MEMBER)
  PFN_vkCmdPushDescriptorSetKHR CmdPushDescriptorSetKHR = nullptr;  // null unless the host enabled push descriptors
};

#undef VKSORT_MEMBER

// Both are false if a function is missing.
[[nodiscard]] bool load(PFN_vkGetInstanceProcAddr get, VkInstance instance, InstanceFunctions& out);
[[nodiscard]] bool load(PFN_vkGetDeviceProcAddr get, VkDevice device, bool push_descriptor, DeviceFunctions& out);

}  // namespace vksort
