#include "device/support.h"

#include <cstring>
#include <new>

#include "sorts/sizes/classes.h"

namespace vksort {
namespace {

// Flags of Device::enabled_features that querySupport() does not return.
constexpr Features kOnTrust = kDebugUtils;

struct Extensions {
  bool push_descriptor = false;
  bool subgroup_size_control = false;
  bool driver_properties = false;
};

// VK_INCOMPLETE: the list is longer than was said before. Other errors: Vulkan's.
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

// A list that grew in between is asked for again.
VkResult findExtensions(const InstanceFunctions& vk, VkPhysicalDevice physical_device, Extensions& out) {
  constexpr std::uint32_t kMaxTries = 4;
  VkResult result = VK_INCOMPLETE;
  for (std::uint32_t i = 0; i < kMaxTries && result == VK_INCOMPLETE; ++i) {
    result = listExtensions(vk, physical_device, out);
  }
  return result;
}

// Kernels in subgroups need full ones of one known size. Vulkan guarantees their basic operations.
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
  const SubgroupSizes sizes = {subgroup.subgroupSize, control.minSubgroupSize, control.maxSubgroupSize,
                               control.minSubgroupSize != control.maxSubgroupSize,
                               can_require ? control.maxComputeWorkgroupSubgroups : 0};
  if (!in_compute || !full) return;
  facts.pin_subgroup_size = chooseSubgroups(sizes, facts.limits);
  if (facts.limits.subgroup_size == 0) return;
  facts.support.features |= kFullSubgroups;
  if ((subgroup.supportedOperations & kRadixOperations) != kRadixOperations) facts.limits.counting_invocations = 0;
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

const char* lackText(Features features) {
  if ((features & kPushDescriptor) != 0) {
    return "enabled_features has kPushDescriptor, which the device or Device::api_version lacks: was it in "
           "querySupport()?";
  }
  if ((features & kFullSubgroups) != 0) {
    return "enabled_features has kFullSubgroups, which the device or Device::api_version lacks: was it in "
           "querySupport()?";
  }
  return "enabled_features has a flag that is none of vksort's";
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

  // Features are those of the lower version.
  const std::uint32_t device_version = properties.properties.apiVersion;
  const std::uint32_t version = device_version < api_version ? device_version : api_version;
  if (version < VK_API_VERSION_1_1) {
    facts.support.reason = device_version < VK_API_VERSION_1_1
                               ? "the device's Vulkan version is below 1.1"
                               : "api_version, the instance's Vulkan version, must be at least 1.1";
    return VK_SUCCESS;
  }
  if (facts.limits.workgroup_invocations < kMinInvocations) {
    facts.support.reason = "the device runs fewer than 128 invocations per workgroup";
    return VK_SUCCESS;
  }
  Extensions extensions;
  const VkResult listed = findExtensions(vk, physical_device, extensions);
  if (listed != VK_SUCCESS) {
    facts.support.reason = "the device's extensions could not be listed";
    return listed;
  }
  facts.support.supported = true;
  constexpr std::uint32_t kVersion14 = VK_MAKE_API_VERSION(0, 1, 4, 0);
  if (extensions.push_descriptor || version >= kVersion14) facts.support.features |= kPushDescriptor;
  if (version >= VK_API_VERSION_1_2 || extensions.driver_properties) {
    facts.driver_id = driverOf(vk, physical_device);
  }
  if (version >= VK_API_VERSION_1_3 || extensions.subgroup_size_control) {
    inspectSubgroups(vk, physical_device, facts);
  }
  return VK_SUCCESS;
}

Support querySupport(PFN_vkGetInstanceProcAddr get_instance_proc_addr, VkInstance instance,
                     VkPhysicalDevice physical_device, std::uint32_t api_version) {
  InstanceFunctions vk;
  if (!get_instance_proc_addr || !instance || !physical_device) {
    return {false, "get_instance_proc_addr, instance and physical_device must not be null", 0};
  }
  if (!load(get_instance_proc_addr, instance, vk)) return {false, "the instance's Vulkan version is below 1.1", 0};
  DeviceFacts facts;
  // An error has its reason in the support.
  static_cast<void>(inspect(vk, physical_device, api_version, facts));
  return facts.support;
}

VkResult examine(const Device& host, Connection& out, DeviceFacts& facts, const char*& why) {
  const auto fail = [&why](VkResult result, const char* text) {
    why = text;
    return result;
  };
  InstanceFunctions instance_functions;
  if (!load(host.get_instance_proc_addr, host.instance, instance_functions)) {
    return fail(VK_ERROR_INITIALIZATION_FAILED, "the instance lacks a function of Vulkan 1.1");
  }
  const VkResult inspected = inspect(instance_functions, host.physical_device, host.api_version, facts);
  if (inspected != VK_SUCCESS) return fail(inspected, facts.support.reason);
  if (!facts.support.supported) return fail(VK_ERROR_FEATURE_NOT_PRESENT, facts.support.reason);
  const Features lacking = host.enabled_features & ~(facts.support.features | kOnTrust);
  if (lacking != 0) return fail(VK_ERROR_FEATURE_NOT_PRESENT, lackText(lacking));
  if ((host.enabled_features & kFullSubgroups) == 0) facts.limits.subgroup_size = 0;
  out.device = host.device;
  out.allocator = host.allocator;
  out.push_descriptor = (host.enabled_features & kPushDescriptor) != 0;
  out.pin_subgroup_size = facts.pin_subgroup_size;
  out.limits = facts.record_limits;
  if ((host.enabled_features & kDebugUtils) != 0 &&
      !loadDebugUtils(host.get_instance_proc_addr, host.instance, out.vk)) {
    return fail(VK_ERROR_INITIALIZATION_FAILED,
                "the instance lacks a function of VK_EXT_debug_utils, which enabled_features names");
  }
  return VK_SUCCESS;
}

VkResult connect(const Device& host, Connection& out, DeviceFacts& facts, const char*& why) {
  const VkResult examined = examine(host, out, facts, why);
  if (examined != VK_SUCCESS) return examined;
  const auto get =
      reinterpret_cast<PFN_vkGetDeviceProcAddr>(host.get_instance_proc_addr(host.instance, "vkGetDeviceProcAddr"));
  if (host.log) out.log = *host.log;
  if (load(get, host.device, out.push_descriptor, out.vk)) return VK_SUCCESS;
  why = "the device lacks a function that enabled_features implies: was the feature enabled at vkCreateDevice?";
  return VK_ERROR_INITIALIZATION_FAILED;
}

}  // namespace vksort
