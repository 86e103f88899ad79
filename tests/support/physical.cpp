#include "support/physical.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <utility>

#include "support/devices.h"

namespace test {
namespace {

PhysicalEdits edits;
PhysicalScope* scope = nullptr;

// The loader's, while a scope lives.
struct Real {
  PFN_vkEnumeratePhysicalDevices enumerate;
  PFN_vkGetPhysicalDeviceProperties properties;
  PFN_vkGetPhysicalDeviceMemoryProperties memory;
  PFN_vkGetPhysicalDeviceFeatures2 features;
  PFN_vkGetPhysicalDeviceQueueFamilyProperties families;
  PFN_vkEnumerateDeviceExtensionProperties extensions;
  PFN_vkCreateDevice create;
  PFN_vkGetDeviceProcAddr function;
} real;

// The handle of a fake device is its number plus 1.
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

VKAPI_ATTR void VKAPI_CALL getFeatures(VkPhysicalDevice device, VkPhysicalDeviceFeatures2* out) {
  real.features(device, out);
  if (edits.features) edits.features(*out);
}

// Answers as Vulkan does, with as much of `all` as there is room for.
template <typename T>
VkResult answer(const std::vector<T>& all, uint32_t* count, T* out) {
  if (out == nullptr) {
    *count = static_cast<uint32_t>(all.size());
    return VK_SUCCESS;
  }
  *count = std::min(*count, static_cast<uint32_t>(all.size()));
  std::copy_n(all.begin(), *count, out);
  return *count < all.size() ? VK_INCOMPLETE : VK_SUCCESS;
}

VKAPI_ATTR VkResult VKAPI_CALL enumerate(VkInstance instance, uint32_t* count, VkPhysicalDevice* out) {
  if (edits.types.empty()) return real.enumerate(instance, count, out);
  std::vector<VkPhysicalDevice> all;
  while (all.size() < edits.types.size()) all.push_back(reinterpret_cast<VkPhysicalDevice>(all.size() + 1));
  return answer(all, count, out);
}

VKAPI_ATTR void VKAPI_CALL getFamilies(VkPhysicalDevice device, uint32_t* count, VkQueueFamilyProperties* out) {
  uint32_t there = 0;
  real.families(device, &there, nullptr);
  std::vector<VkQueueFamilyProperties> all(there);
  real.families(device, &there, all.data());
  if (edits.families) edits.families(all);
  (void)answer(all, count, out);
}

VKAPI_ATTR VkResult VKAPI_CALL listExtensions(VkPhysicalDevice device, const char* layer, uint32_t* count,
                                              VkExtensionProperties* out) {
  uint32_t there = 0;
  real.extensions(device, layer, &there, nullptr);
  std::vector<VkExtensionProperties> all(there);
  const VkResult result = real.extensions(device, layer, &there, all.data());
  if (result != VK_SUCCESS) return result;
  if (edits.extensions) edits.extensions(all);
  return answer(all, count, out);
}

void note(const VkDeviceCreateInfo& info, Creation& creation) {
  creation = {};
  for (uint32_t i = 0; i < info.queueCreateInfoCount; ++i)
    creation.families.push_back(info.pQueueCreateInfos[i].queueFamilyIndex);
  for (uint32_t i = 0; i < info.enabledExtensionCount; ++i)
    creation.extensions.emplace_back(info.ppEnabledExtensionNames[i]);
  for (auto* link = static_cast<const VkBaseInStructure*>(info.pNext); link != nullptr; link = link->pNext) {
    if (link->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_FEATURES) {
      const auto* asked = reinterpret_cast<const VkPhysicalDeviceSubgroupSizeControlFeatures*>(link);
      creation.subgroup_size_control = asked->subgroupSizeControl == VK_TRUE;
      creation.full_subgroups = asked->computeFullSubgroups == VK_TRUE;
    } else if (link->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DYNAMIC_RENDERING_FEATURES) {
      creation.dynamic_rendering =
          reinterpret_cast<const VkPhysicalDeviceDynamicRenderingFeatures*>(link)->dynamicRendering == VK_TRUE;
    } else if (link->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SYNCHRONIZATION_2_FEATURES) {
      creation.synchronization2 =
          reinterpret_cast<const VkPhysicalDeviceSynchronization2Features*>(link)->synchronization2 == VK_TRUE;
    } else if (link->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PIPELINE_EXECUTABLE_PROPERTIES_FEATURES_KHR) {
      creation.pipeline_statistics =
          reinterpret_cast<const VkPhysicalDevicePipelineExecutablePropertiesFeaturesKHR*>(link)
              ->pipelineExecutableInfo == VK_TRUE;
    }
  }
}

VKAPI_ATTR VkResult VKAPI_CALL create(VkPhysicalDevice physical, const VkDeviceCreateInfo* info,
                                      const VkAllocationCallbacks* allocator, VkDevice* device) {
  note(*info, scope->creation);
  if (!edits.fake_device) return real.create(physical, info, allocator, device);
  static int fake = 0;
  *device = reinterpret_cast<VkDevice>(&fake);
  return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL fakeQueue(VkDevice, uint32_t family, uint32_t, VkQueue* queue) {
  *queue = reinterpret_cast<VkQueue>(static_cast<uintptr_t>(family) + 1);
}
VKAPI_ATTR VkResult VKAPI_CALL fakeWait(VkDevice) { return VK_SUCCESS; }
VKAPI_ATTR void VKAPI_CALL fakeDestroy(VkDevice, const VkAllocationCallbacks*) {}

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL functionOf(VkDevice device, const char* name) {
  if (!edits.fake_device) return real.function(device, name);
  if (std::strcmp(name, "vkGetDeviceQueue") == 0) return reinterpret_cast<PFN_vkVoidFunction>(fakeQueue);
  if (std::strcmp(name, "vkDeviceWaitIdle") == 0) return reinterpret_cast<PFN_vkVoidFunction>(fakeWait);
  if (std::strcmp(name, "vkDestroyDevice") == 0) return reinterpret_cast<PFN_vkVoidFunction>(fakeDestroy);
  return edits.functions ? edits.functions(name) : nullptr;
}

}  // namespace

PhysicalScope::PhysicalScope(PhysicalEdits wanted) {
  (void)devices();  // those are as they are
  real = {vkEnumeratePhysicalDevices,
          vkGetPhysicalDeviceProperties,
          vkGetPhysicalDeviceMemoryProperties,
          vkGetPhysicalDeviceFeatures2,
          vkGetPhysicalDeviceQueueFamilyProperties,
          vkEnumerateDeviceExtensionProperties,
          vkCreateDevice,
          vkGetDeviceProcAddr};
  edits = std::move(wanted);
  scope = this;
  vkEnumeratePhysicalDevices = enumerate;
  vkGetPhysicalDeviceProperties = getProperties;
  vkGetPhysicalDeviceMemoryProperties = getMemory;
  vkGetPhysicalDeviceFeatures2 = getFeatures;
  vkGetPhysicalDeviceQueueFamilyProperties = getFamilies;
  vkEnumerateDeviceExtensionProperties = listExtensions;
  vkCreateDevice = create;
  vkGetDeviceProcAddr = functionOf;
}

PhysicalScope::~PhysicalScope() {
  vkEnumeratePhysicalDevices = real.enumerate;
  vkGetPhysicalDeviceProperties = real.properties;
  vkGetPhysicalDeviceMemoryProperties = real.memory;
  vkGetPhysicalDeviceFeatures2 = real.features;
  vkGetPhysicalDeviceQueueFamilyProperties = real.families;
  vkEnumerateDeviceExtensionProperties = real.extensions;
  vkCreateDevice = real.create;
  vkGetDeviceProcAddr = real.function;
  edits = {};
  scope = nullptr;
}

}  // namespace test
