#pragma once

#include "vksort.h"

namespace vksort {

#define VKSORT_INSTANCE_FUNCTIONS(DO)        \
  DO(EnumerateDeviceExtensionProperties)     \
  DO(GetPhysicalDeviceProperties2)           \
  DO(GetPhysicalDeviceFeatures2)             \
  DO(GetPhysicalDeviceQueueFamilyProperties) \
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
  DO(CmdDispatchIndirect)           \
  DO(CmdPipelineBarrier)            \
  DO(CmdWriteTimestamp)

#define VKSORT_DEBUG_FUNCTIONS(DO) \
  DO(SetDebugUtilsObjectNameEXT)   \
  DO(CmdBeginDebugUtilsLabelEXT)   \
  DO(CmdEndDebugUtilsLabelEXT)

#define VKSORT_SELF_TEST_FUNCTIONS(DO) \
  DO(CreateBuffer)                     \
  DO(DestroyBuffer)                    \
  DO(AllocateMemory)                   \
  DO(FreeMemory)                       \
  DO(GetBufferMemoryRequirements)      \
  DO(BindBufferMemory)                 \
  DO(MapMemory)                        \
  DO(FlushMappedMemoryRanges)          \
  DO(InvalidateMappedMemoryRanges)     \
  DO(CreateDescriptorPool)             \
  DO(DestroyDescriptorPool)            \
  DO(ResetDescriptorPool)              \
  DO(AllocateDescriptorSets)           \
  DO(CreateCommandPool)                \
  DO(DestroyCommandPool)               \
  DO(ResetCommandPool)                 \
  DO(AllocateCommandBuffers)           \
  DO(BeginCommandBuffer)               \
  DO(EndCommandBuffer)                 \
  DO(CreateFence)                      \
  DO(DestroyFence)                     \
  DO(ResetFences)                      \
  DO(QueueSubmit)                      \
  DO(WaitForFences)                    \
  DO(QueueWaitIdle)

#define VKSORT_MEMBER(name) PFN_vk##name name = nullptr;

struct InstanceFunctions {
  VKSORT_INSTANCE_FUNCTIONS(VKSORT_MEMBER)
};

struct DeviceFunctions {
  VKSORT_DEVICE_FUNCTIONS(VKSORT_MEMBER)
  PFN_vkCmdPushDescriptorSetKHR CmdPushDescriptorSetKHR = nullptr;  // null without VKSORT_PUSH_DESCRIPTOR
  VKSORT_DEBUG_FUNCTIONS(VKSORT_MEMBER)                             // null without VKSORT_DEBUG_UTILS
};

struct SelfTestFunctions {
  VKSORT_SELF_TEST_FUNCTIONS(VKSORT_MEMBER)
  PFN_vkGetPhysicalDeviceMemoryProperties GetPhysicalDeviceMemoryProperties = nullptr;
};

#undef VKSORT_MEMBER

// Return false if a function is missing.
[[nodiscard]] bool load(PFN_vkGetInstanceProcAddr get, VkInstance instance, InstanceFunctions& out);
[[nodiscard]] bool load(PFN_vkGetDeviceProcAddr get, VkDevice device, bool push_descriptor, DeviceFunctions& out);
[[nodiscard]] bool load(PFN_vkGetInstanceProcAddr get, VkInstance instance, VkDevice device, SelfTestFunctions& out);
[[nodiscard]] bool loadDebugUtils(PFN_vkGetInstanceProcAddr get, VkInstance instance, DeviceFunctions& out);

// Does nothing without debug utils. Ignores failures.
template <typename Handle>
void setName(const DeviceFunctions& vk, VkDevice device, VkObjectType type, Handle handle, const char* name) {
  if (!vk.SetDebugUtilsObjectNameEXT || !handle) return;
  // A handle is a pointer on 64-bit platforms, and a number on others.
  const VkDebugUtilsObjectNameInfoEXT info = {VK_STRUCTURE_TYPE_DEBUG_UTILS_OBJECT_NAME_INFO_EXT, nullptr, type,
                                              reinterpret_cast<std::uint64_t>(handle), name};
  static_cast<void>(vk.SetDebugUtilsObjectNameEXT(device, &info));
}
void beginLabel(const DeviceFunctions& vk, VkCommandBuffer command_buffer, const char* label);
void endLabel(const DeviceFunctions& vk, VkCommandBuffer command_buffer);

inline constexpr Access kShaders = {VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
                                    VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT};
void recordBarrier(const DeviceFunctions& vk, VkCommandBuffer command_buffer, Access from, Access to);

}  // namespace vksort
