#include "vulkan/connection.h"

namespace vksort {
namespace {

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

VkResult connect(const Device& host, Connection& out, const char*& why) {
  const auto fail = [&why](VkResult result, const char* text) {
    why = text;
    return result;
  };
  InstanceFunctions instance_functions;
  if (!load(host.get_instance_proc_addr, host.instance, instance_functions)) {
    return fail(VK_ERROR_INITIALIZATION_FAILED, "the instance lacks a function of Vulkan 1.1");
  }
  const VkResult inspected = inspect(instance_functions, host.physical_device, host.api_version, out.facts);
  if (inspected != VK_SUCCESS) return fail(inspected, out.facts.support.reason);
  if (!out.facts.support.supported) return fail(VK_ERROR_FEATURE_NOT_PRESENT, out.facts.support.reason);
  if ((host.enabled_features & ~(out.facts.support.features | kDebugUtils)) != 0) {
    const Features lacking = host.enabled_features & ~(out.facts.support.features | kDebugUtils);
    return fail(VK_ERROR_FEATURE_NOT_PRESENT, lackText(lacking));
  }
  if ((host.enabled_features & kFullSubgroups) == 0) out.facts.limits.subgroup_size = 0;
  out.push_descriptor = (host.enabled_features & kPushDescriptor) != 0;
  if (!load(instance_functions.GetDeviceProcAddr, host.device, out.push_descriptor, out.vk)) {
    return fail(
        VK_ERROR_INITIALIZATION_FAILED,
        "the device lacks a function that enabled_features implies: was the feature enabled at vkCreateDevice?");
  }
  if ((host.enabled_features & kDebugUtils) != 0 &&
      !loadDebugUtils(host.get_instance_proc_addr, host.instance, out.vk)) {
    return fail(VK_ERROR_INITIALIZATION_FAILED,
                "the instance lacks a function of VK_EXT_debug_utils, which enabled_features names");
  }
  return VK_SUCCESS;
}

}  // namespace vksort
