#include "support/physical.h"

#include <cstdio>
#include <utility>

#include "support/devices.h"

namespace test {
namespace {

PhysicalEdits edits;

struct Real {
  PFN_vkEnumeratePhysicalDevices enumerate;
  PFN_vkGetPhysicalDeviceProperties properties;
  PFN_vkGetPhysicalDeviceMemoryProperties memory;
} real;

// The handle of a fake device is its index plus 1.
VKAPI_ATTR void VKAPI_CALL getProperties(VkPhysicalDevice device, VkPhysicalDeviceProperties* out) {
  if (edits.types.empty()) {
    real.properties(device, out);
  } else {
    const auto number = reinterpret_cast<uintptr_t>(device) - 1;
    *out = {};
    out->apiVersion = VK_API_VERSION_1_2;
    out->deviceType = edits.types.at(number);
    std::snprintf(out->deviceName, sizeof out->deviceName, "fake %zu", static_cast<std::size_t>(number));
  }
  if (edits.properties) edits.properties(*out);
}

VKAPI_ATTR void VKAPI_CALL getMemory(VkPhysicalDevice device, VkPhysicalDeviceMemoryProperties* out) {
  real.memory(device, out);
  if (edits.memory) edits.memory(*out);
}

VKAPI_ATTR VkResult VKAPI_CALL enumerate(VkInstance instance, uint32_t* count, VkPhysicalDevice* out) {
  if (edits.types.empty()) return real.enumerate(instance, count, out);
  if (out == nullptr) *count = static_cast<uint32_t>(edits.types.size());
  for (uint32_t i = 0; out != nullptr && i < *count; ++i) out[i] = reinterpret_cast<VkPhysicalDevice>(uintptr_t{i} + 1);
  return VK_SUCCESS;
}

}  // namespace

PhysicalScope::PhysicalScope(PhysicalEdits wanted) {
  (void)devices();  // opens the real devices without edits
  real = {vkEnumeratePhysicalDevices, vkGetPhysicalDeviceProperties, vkGetPhysicalDeviceMemoryProperties};
  edits = std::move(wanted);
  vkEnumeratePhysicalDevices = enumerate;
  vkGetPhysicalDeviceProperties = getProperties;
  vkGetPhysicalDeviceMemoryProperties = getMemory;
}

PhysicalScope::~PhysicalScope() {
  vkEnumeratePhysicalDevices = real.enumerate;
  vkGetPhysicalDeviceProperties = real.properties;
  vkGetPhysicalDeviceMemoryProperties = real.memory;
  edits = {};
}

}  // namespace test
