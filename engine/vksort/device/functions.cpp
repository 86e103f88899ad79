#include "device/functions.h"

#include <initializer_list>

namespace vksort {

#define VKSORT_LOAD(name)                                            \
  out.name = reinterpret_cast<PFN_vk##name>(get(owner, "vk" #name)); \
  if (!out.name) return false;

bool load(PFN_vkGetInstanceProcAddr get, VkInstance owner, InstanceFunctions& out) {
  VKSORT_INSTANCE_FUNCTIONS(VKSORT_LOAD)
  return true;
}

bool load(PFN_vkGetDeviceProcAddr get, VkDevice owner, bool push_descriptor, DeviceFunctions& out) {
  VKSORT_DEVICE_FUNCTIONS(VKSORT_LOAD)
  if (!push_descriptor) return true;
  // Vulkan 1.4 and the extension use the same type.
  for (const char* name : {"vkCmdPushDescriptorSetKHR", "vkCmdPushDescriptorSet"}) {
    if (!out.CmdPushDescriptorSetKHR) {
      out.CmdPushDescriptorSetKHR = reinterpret_cast<PFN_vkCmdPushDescriptorSetKHR>(get(owner, name));
    }
  }
  return out.CmdPushDescriptorSetKHR != nullptr;
}

bool loadDebugUtils(PFN_vkGetInstanceProcAddr get, VkInstance owner, DeviceFunctions& out) {
  VKSORT_DEBUG_FUNCTIONS(VKSORT_LOAD)
  return true;
}

bool load(PFN_vkGetInstanceProcAddr get_instance, VkInstance instance, VkDevice owner, SelfTestFunctions& out) {
  const auto get = reinterpret_cast<PFN_vkGetDeviceProcAddr>(get_instance(instance, "vkGetDeviceProcAddr"));
  out.GetPhysicalDeviceMemoryProperties = reinterpret_cast<PFN_vkGetPhysicalDeviceMemoryProperties>(
      get_instance(instance, "vkGetPhysicalDeviceMemoryProperties"));
  if (!get || !out.GetPhysicalDeviceMemoryProperties) return false;
  VKSORT_SELF_TEST_FUNCTIONS(VKSORT_LOAD)
  return true;
}

void beginLabel(const DeviceFunctions& vk, VkCommandBuffer command_buffer, const char* label) {
  if (!vk.CmdBeginDebugUtilsLabelEXT) return;
  const VkDebugUtilsLabelEXT info = {VK_STRUCTURE_TYPE_DEBUG_UTILS_LABEL_EXT, nullptr, label, {}};
  vk.CmdBeginDebugUtilsLabelEXT(command_buffer, &info);
}

void endLabel(const DeviceFunctions& vk, VkCommandBuffer command_buffer) {
  if (vk.CmdEndDebugUtilsLabelEXT) vk.CmdEndDebugUtilsLabelEXT(command_buffer);
}

void recordBarrier(const DeviceFunctions& vk, VkCommandBuffer command_buffer, Access from, Access to) {
  const VkMemoryBarrier barrier = {VK_STRUCTURE_TYPE_MEMORY_BARRIER, nullptr, from.access, to.access};
  vk.CmdPipelineBarrier(command_buffer, from.stages, to.stages, 0, 1, &barrier, 0, nullptr, 0, nullptr);
}

}  // namespace vksort
