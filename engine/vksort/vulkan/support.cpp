#include "vulkan/support.h"

#include <cstring>
#include <new>

namespace vksort {
namespace {

// The optional extensions that a device has.
struct Extensions {
  bool push_descriptor = false;
  bool subgroup_size_control = false;
};

Extensions findExtensions(const InstanceFunctions& vk, VkPhysicalDevice physical_device) {
  Extensions found;
  std::uint32_t count = 0;
  if (vk.EnumerateDeviceExtensionProperties(physical_device, nullptr, &count, nullptr) != VK_SUCCESS) return found;
  auto* list = new (std::nothrow) VkExtensionProperties[count];
  if (!list) return found;
  if (vk.EnumerateDeviceExtensionProperties(physical_device, nullptr, &count, list) == VK_SUCCESS) {
    for (std::uint32_t i = 0; i < count; ++i) {
      found.push_descriptor |= std::strcmp(list[i].extensionName, VK_KHR_PUSH_DESCRIPTOR_EXTENSION_NAME) == 0;
      found.subgroup_size_control |=
          std::strcmp(list[i].extensionName, VK_EXT_SUBGROUP_SIZE_CONTROL_EXTENSION_NAME) == 0;
    }
  }
  delete[] list;
  return found;
}

// The subgroup pass needs shuffles in compute, full subgroups, and one known size.
void inspectSubgroups(const InstanceFunctions& vk, VkPhysicalDevice physical_device, DeviceFacts& facts) {
  VkPhysicalDeviceSubgroupSizeControlProperties control{};
  control.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_PROPERTIES;
  VkPhysicalDeviceSubgroupProperties subgroup{};
  subgroup.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_PROPERTIES;
  subgroup.pNext = &control;
  VkPhysicalDeviceProperties2 properties{};
  properties.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2;
  properties.pNext = &subgroup;
  vk.GetPhysicalDeviceProperties2(physical_device, &properties);

  VkPhysicalDeviceSubgroupSizeControlFeatures control_features{};
  control_features.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_FEATURES;
  VkPhysicalDeviceFeatures2 features{};
  features.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2;
  features.pNext = &control_features;
  vk.GetPhysicalDeviceFeatures2(physical_device, &features);

  const bool shuffles = (subgroup.supportedStages & VK_SHADER_STAGE_COMPUTE_BIT) != 0 &&
                        (subgroup.supportedOperations & VK_SUBGROUP_FEATURE_SHUFFLE_BIT) != 0;
  const bool full = control_features.computeFullSubgroups && control_features.subgroupSizeControl;
  const bool one_size = control.minSubgroupSize == control.maxSubgroupSize;
  // A pinned size limits the workgroup; 512 invocations are the most that any kernel has.
  const bool can_pin = (control.requiredSubgroupSizeStages & VK_SHADER_STAGE_COMPUTE_BIT) != 0 &&
                       std::uint64_t{subgroup.subgroupSize} * control.maxComputeWorkgroupSubgroups >= 512;
  if (!shuffles || !full || !(one_size || can_pin) || subgroup.subgroupSize < 4) return;
  facts.support.features |= kFullSubgroups;
  facts.limits.subgroup_size = subgroup.subgroupSize;
  facts.pin_subgroup_size = !one_size;
}

}  // namespace

DeviceFacts inspect(const InstanceFunctions& vk, VkPhysicalDevice physical_device) {
  DeviceFacts facts{};
  VkPhysicalDeviceProperties2 properties{};
  properties.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2;
  vk.GetPhysicalDeviceProperties2(physical_device, &properties);
  const VkPhysicalDeviceLimits& limits = properties.properties.limits;
  facts.record_limits = {limits.minStorageBufferOffsetAlignment, limits.maxStorageBufferRange,
                         limits.maxComputeWorkGroupCount[0]};
  const std::uint32_t size_x = limits.maxComputeWorkGroupSize[0];
  const std::uint32_t invocations = limits.maxComputeWorkGroupInvocations;
  facts.limits.workgroup_invocations = size_x < invocations ? size_x : invocations;
  facts.limits.shared_memory_bytes = limits.maxComputeSharedMemorySize;
  facts.limits.vendor_id = properties.properties.vendorID;

  if (properties.properties.apiVersion < VK_API_VERSION_1_1) {
    facts.support.reason = "the device's Vulkan version is below 1.1";
    return facts;
  }
  if (facts.limits.workgroup_invocations < 128) {
    facts.support.reason = "the device runs fewer than 128 invocations per workgroup";
    return facts;
  }
  facts.support.supported = true;

  const Extensions extensions = findExtensions(vk, physical_device);
  if (extensions.push_descriptor) facts.support.features |= kPushDescriptor;
  if (properties.properties.apiVersion >= VK_API_VERSION_1_3 || extensions.subgroup_size_control) {
    inspectSubgroups(vk, physical_device, facts);
  }
  return facts;
}

Support querySupport(PFN_vkGetInstanceProcAddr get_instance_proc_addr, VkInstance instance,
                     VkPhysicalDevice physical_device) {
  InstanceFunctions vk;
  if (!get_instance_proc_addr || !instance || !physical_device) {
    return {false, "get_instance_proc_addr, instance and physical_device must not be null", 0};
  }
  if (!load(get_instance_proc_addr, instance, vk)) return {false, "the instance's Vulkan version is below 1.1", 0};
  return inspect(vk, physical_device).support;
}

}  // namespace vksort
