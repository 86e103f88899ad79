#include "create/connect.h"

#include "sorts/sizes/classes.h"

namespace vksort {
namespace {

// Features that vksortQuerySupport() does not return.
constexpr Features kOnTrust = VKSORT_DEBUG_UTILS;

const char* lackText(Features features) {
  if ((features & VKSORT_PUSH_DESCRIPTOR) != 0) {
    return "create(): the device or Device::api_version does not support VKSORT_PUSH_DESCRIPTOR; only enable features "
           "that querySupport() returns";
  }
  return "create(): the device or Device::api_version does not support VKSORT_FULL_SUBGROUPS; only enable features "
         "that querySupport() returns";
}

}  // namespace

VkResult findFacts(const InstanceFunctions& vk, VkPhysicalDevice physical_device, std::uint32_t api_version,
                   DeviceFacts& facts) {
  const VkResult result = inspect(vk, physical_device, api_version, facts);
  if (!facts.has_full_subgroups) return result;
  facts.pin_subgroup_size = chooseSubgroups(facts.subgroups, facts.limits);
  if (!facts.has_radix_operations) facts.limits.counting_invocations = 0;
  if (facts.limits.subgroup_size != 0) facts.support.features |= VKSORT_FULL_SUBGROUPS;
  return result;
}

Failure examine(const Device& device, Connection& out, DeviceFacts& facts) {
  InstanceFunctions instance_functions;
  if (!load(device.get_instance_proc_addr, device.instance, instance_functions)) {
    return {VK_ERROR_INITIALIZATION_FAILED,
            "create(): a Vulkan 1.1 function is missing; create the instance with Vulkan 1.1 or later"};
  }
  const VkResult inspected = findFacts(instance_functions, device.physical_device, device.api_version, facts);
  if (inspected != VK_SUCCESS) return {inspected, facts.support.reason};
  if (!facts.support.supported) return {VK_ERROR_FEATURE_NOT_PRESENT, facts.support.reason};
  const Features lacking = device.enabled_features & ~(facts.support.features | kOnTrust);
  if (lacking != 0) return {VK_ERROR_FEATURE_NOT_PRESENT, lackText(lacking)};
  if ((device.enabled_features & VKSORT_FULL_SUBGROUPS) == 0) facts.limits.subgroup_size = 0;
  out.device = device.device;
  if (device.allocator) out.callbacks = *device.allocator;
  out.push_descriptor = (device.enabled_features & VKSORT_PUSH_DESCRIPTOR) != 0;
  out.pin_subgroup_size = facts.pin_subgroup_size;
  out.limits = facts.record_limits;
  if ((device.enabled_features & VKSORT_DEBUG_UTILS) != 0 &&
      !loadDebugUtils(device.get_instance_proc_addr, device.instance, out.vk)) {
    return {VK_ERROR_INITIALIZATION_FAILED,
            "create(): a function of VK_EXT_debug_utils is missing; enable this instance extension, or do not set "
            "VKSORT_DEBUG_UTILS"};
  }
  return {};
}

Failure connect(const Device& device, Connection& out, DeviceFacts& facts) {
  const Failure failure = examine(device, out, facts);
  if (!failure.ok()) return failure;
  const auto get =
      reinterpret_cast<PFN_vkGetDeviceProcAddr>(device.get_instance_proc_addr(device.instance, "vkGetDeviceProcAddr"));
  if (device.log) out.log = *device.log;
  if (load(get, device.device, out.push_descriptor, out.vk)) return {};
  return {VK_ERROR_INITIALIZATION_FAILED,
          "create(): a device function is missing; enable the extensions of enabled_features in vkCreateDevice"};
}

}  // namespace vksort

vksortSupport vksortQuerySupport(PFN_vkGetInstanceProcAddr get_instance_proc_addr, VkInstance instance,
                                 VkPhysicalDevice physical_device, uint32_t api_version) {
  vksort::InstanceFunctions vk;
  if (!get_instance_proc_addr || !instance || !physical_device) {
    return {false, "get_instance_proc_addr, instance and physical_device must not be null", 0};
  }
  if (!load(get_instance_proc_addr, instance, vk))
    return {false, "a Vulkan 1.1 function is missing; create the instance with Vulkan 1.1 or later", 0};
  vksort::DeviceFacts facts;
  static_cast<void>(vksort::findFacts(vk, physical_device, api_version, facts));
  return facts.support;
}

uint32_t vksortGetExtensions(vksortFeatures features, uint32_t api_version, const char** out) {
  uint32_t count = 0;
  if ((features & VKSORT_PUSH_DESCRIPTOR) != 0 && api_version < vksort::kVulkan14) {
    out[count++] = VK_KHR_PUSH_DESCRIPTOR_EXTENSION_NAME;
  }
  if ((features & VKSORT_FULL_SUBGROUPS) != 0 && api_version < VK_API_VERSION_1_3) {
    out[count++] = VK_EXT_SUBGROUP_SIZE_CONTROL_EXTENSION_NAME;
  }
  return count;
}
