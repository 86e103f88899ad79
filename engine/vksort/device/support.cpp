#include "device/support.h"

#include <cstring>
#include <new>

namespace vksort {
namespace {

struct Extensions {
  bool push_descriptor = false;
  bool subgroup_size_control = false;
  bool driver_properties = false;
};

// Returns VK_INCOMPLETE if the list has grown between the two calls.
VkResult listExtensions(const InstanceFunctions& vk, VkPhysicalDevice physical_device, Extensions& out) {
  std::uint32_t count = 0;
  VkResult result = vk.EnumerateDeviceExtensionProperties(physical_device, nullptr, &count, nullptr);
  if (result != VK_SUCCESS) return result;
  auto* list = new (std::nothrow) VkExtensionProperties[count];
  if (!list) return VK_ERROR_OUT_OF_HOST_MEMORY;
  result = vk.EnumerateDeviceExtensionProperties(physical_device, nullptr, &count, list);
  for (std::uint32_t i = 0; i < count && result == VK_SUCCESS; ++i) {
    const char* name = list[i].extensionName;
    out.push_descriptor |= std::strcmp(name, VK_KHR_PUSH_DESCRIPTOR_EXTENSION_NAME) == 0;
    out.subgroup_size_control |= std::strcmp(name, VK_EXT_SUBGROUP_SIZE_CONTROL_EXTENSION_NAME) == 0;
    out.driver_properties |= std::strcmp(name, VK_KHR_DRIVER_PROPERTIES_EXTENSION_NAME) == 0;
  }
  delete[] list;
  return result;
}

VkResult findExtensions(const InstanceFunctions& vk, VkPhysicalDevice physical_device, Extensions& out) {
  constexpr std::uint32_t kMaxTries = 4;
  VkResult result = VK_INCOMPLETE;
  for (std::uint32_t i = 0; i < kMaxTries && result == VK_INCOMPLETE; ++i) {
    result = listExtensions(vk, physical_device, out);
  }
  return result;
}

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

  const bool in_compute = (subgroup.supportedStages & VK_SHADER_STAGE_COMPUTE_BIT) != 0;
  const bool full = control_features.computeFullSubgroups && control_features.subgroupSizeControl;
  const bool can_require = (control.requiredSubgroupSizeStages & VK_SHADER_STAGE_COMPUTE_BIT) != 0;
  facts.has_full_subgroups = in_compute && full;
  facts.has_radix_operations = (subgroup.supportedOperations & kRadixOperations) == kRadixOperations;
  facts.subgroups = {subgroup.subgroupSize, control.minSubgroupSize, control.maxSubgroupSize,
                     can_require ? control.maxComputeWorkgroupSubgroups : 0};
}

bool hasTimestamps(const InstanceFunctions& vk, VkPhysicalDevice physical_device) {
  constexpr std::uint32_t kMaxFamilies = 32;
  VkQueueFamilyProperties families[kMaxFamilies];
  std::uint32_t count = kMaxFamilies;
  vk.GetPhysicalDeviceQueueFamilyProperties(physical_device, &count, families);
  for (std::uint32_t i = 0; i < count; ++i) {
    if ((families[i].queueFlags & VK_QUEUE_COMPUTE_BIT) != 0 && families[i].timestampValidBits != 0) return true;
  }
  return false;
}

VkDriverId driverOf(const InstanceFunctions& vk, VkPhysicalDevice physical_device) {
  VkPhysicalDeviceDriverProperties driver{};
  driver.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES;
  VkPhysicalDeviceProperties2 properties{};
  properties.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2;
  properties.pNext = &driver;
  vk.GetPhysicalDeviceProperties2(physical_device, &properties);
  return driver.driverID;
}

}  // namespace

VkResult inspect(const InstanceFunctions& vk, VkPhysicalDevice physical_device, std::uint32_t api_version,
                 DeviceFacts& facts) {
  facts = {};
  VkPhysicalDeviceProperties2 properties{};
  properties.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2;
  vk.GetPhysicalDeviceProperties2(physical_device, &properties);
  const VkPhysicalDeviceLimits& limits = properties.properties.limits;
  constexpr VkDeviceSize kTwoWords = 8;
  const VkDeviceSize alignment = limits.minStorageBufferOffsetAlignment;
  facts.record_limits = {alignment > kTwoWords ? alignment : kTwoWords, limits.maxStorageBufferRange,
                         limits.maxPerStageDescriptorStorageBuffers, limits.maxComputeWorkGroupCount[0],
                         hasTimestamps(vk, physical_device)};
  const std::uint32_t size_x = limits.maxComputeWorkGroupSize[0];
  const std::uint32_t invocations = limits.maxComputeWorkGroupInvocations;
  facts.limits.workgroup_invocations = size_x < invocations ? size_x : invocations;
  facts.limits.shared_memory_bytes = limits.maxComputeSharedMemorySize;
  facts.limits.vendor_id = properties.properties.vendorID;
  facts.limits.is_software = properties.properties.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU;
  facts.driver_version = properties.properties.driverVersion;

  // The lower version decides which features are available.
  const std::uint32_t device_version = properties.properties.apiVersion;
  const std::uint32_t version = device_version < api_version ? device_version : api_version;
  if (version < VK_API_VERSION_1_1) {
    facts.support.reason = device_version < VK_API_VERSION_1_1
                               ? "the device does not support Vulkan 1.1"
                               : "api_version must be VkApplicationInfo::apiVersion, 1.1 or later";
    return VK_SUCCESS;
  }
  if (facts.limits.workgroup_invocations < kMinInvocations) {
    facts.support.reason = "the device does not support workgroups of 128 invocations";
    return VK_SUCCESS;
  }
  Extensions extensions;
  const VkResult listed = findExtensions(vk, physical_device, extensions);
  if (listed != VK_SUCCESS) {
    facts.support.reason = "the driver failed to list the device extensions";
    return listed;
  }
  facts.support.supported = true;
  if (extensions.push_descriptor || version >= kVulkan14) facts.support.features |= VKSORT_PUSH_DESCRIPTOR;
  if (version >= VK_API_VERSION_1_2 || extensions.driver_properties) {
    facts.driver_id = driverOf(vk, physical_device);
  }
  if (version >= VK_API_VERSION_1_3 || extensions.subgroup_size_control) {
    inspectSubgroups(vk, physical_device, facts);
  }
  return VK_SUCCESS;
}

}  // namespace vksort
