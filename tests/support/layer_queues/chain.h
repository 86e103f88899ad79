// Shared by the Vulkan layers of the tests. Each layer is one source file that includes this.
#pragma once
#include <vulkan/vk_layer.h>

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

namespace layer {

// Instances or devices, found by any child object, because all of them start with the same dispatch pointer.
template <typename Parent>
class Registry {
 public:
  template <typename Handle>
  Parent& of(Handle object) {
    const std::lock_guard lock(mutex_);
    return *parents_.at(*reinterpret_cast<void**>(object));
  }
  void add(std::unique_ptr<Parent> parent) {
    const std::lock_guard lock(mutex_);
    void* const key = *reinterpret_cast<void**>(parent->handle);
    parents_[key] = std::move(parent);
  }
  template <typename Handle>
  std::unique_ptr<Parent> take(Handle handle) {
    const std::lock_guard lock(mutex_);
    return std::move(parents_.extract(*reinterpret_cast<void**>(handle)).mapped());
  }

 private:
  std::mutex mutex_{};
  std::map<void*, std::unique_ptr<Parent>> parents_{};
};

// The name may lack the suffix KHR.
template <typename Pfn, typename Parent>
Pfn next(const Parent& parent, const std::string& name) {
  const PFN_vkVoidFunction found = parent.next(name);
  return reinterpret_cast<Pfn>(found != nullptr ? found : parent.next(name + "KHR"));
}
#define NEXT(parent, name) layer::next<PFN_##name>(parent, #name)

template <typename Info>
Info* loaderInfo(const void* chain, VkStructureType type, VkLayerFunction function) {
  auto* info = static_cast<Info*>(const_cast<void*>(chain));
  while (info != nullptr && (info->sType != type || info->function != function))
    info = static_cast<Info*>(const_cast<void*>(info->pNext));
  return info;
}

struct Name {
  char text[64]{};
  template <std::size_t kSize>
  constexpr Name(const char (&name)[kSize]) {
    std::copy(name, name + kSize, text);
  }
};

using Functions = std::map<std::string, PFN_vkVoidFunction>;
const Functions& ownFunctions();
struct DeviceLink;
const DeviceLink& linkOf(VkDevice device);
#define OWN(function, ...) std::pair(#function, reinterpret_cast<PFN_vkVoidFunction>(__VA_ARGS__))

inline PFN_vkVoidFunction find(const Functions& functions, const std::string& name) {
  const auto found = functions.find(name);
  return found != functions.end() ? found->second : nullptr;
}

struct Instance {
  VkInstance handle;
  PFN_vkGetInstanceProcAddr get;
  Functions nexts;  // stored at creation, because `get` finds the first layer's functions later

  PFN_vkVoidFunction next(const std::string& name) const { return find(nexts, name); }
};
inline Registry<Instance> instances;

// Base class of a layer's device.
struct DeviceLink {
  VkDevice handle = VK_NULL_HANDLE;
  PFN_vkGetDeviceProcAddr get = nullptr;

  PFN_vkVoidFunction next(const std::string& name) const { return get(handle, name.c_str()); }
};

inline PFN_vkGetDeviceProcAddr takeLink(const VkDeviceCreateInfo* info) {
  auto* link = loaderInfo<VkLayerDeviceCreateInfo>(info->pNext, VK_STRUCTURE_TYPE_LOADER_DEVICE_CREATE_INFO,
                                                   VK_LAYER_LINK_INFO);
  const PFN_vkGetDeviceProcAddr get = link->u.pLayerInfo->pfnNextGetDeviceProcAddr;
  link->u.pLayerInfo = link->u.pLayerInfo->pNext;
  return get;
}

inline VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL getDeviceFunction(VkDevice device, const char* name) {
  const PFN_vkVoidFunction down = linkOf(device).next(name), own = find(ownFunctions(), name);
  return down != nullptr && own != nullptr ? own : down;
}

inline VKAPI_ATTR VkResult VKAPI_CALL createInstance(const VkInstanceCreateInfo* info,
                                                     const VkAllocationCallbacks* allocator, VkInstance* made) {
  auto* link = loaderInfo<VkLayerInstanceCreateInfo>(info->pNext, VK_STRUCTURE_TYPE_LOADER_INSTANCE_CREATE_INFO,
                                                     VK_LAYER_LINK_INFO);
  const PFN_vkGetInstanceProcAddr get = link->u.pLayerInfo->pfnNextGetInstanceProcAddr;
  link->u.pLayerInfo = link->u.pLayerInfo->pNext;
  const auto create = reinterpret_cast<PFN_vkCreateInstance>(get(VK_NULL_HANDLE, "vkCreateInstance"));
  const VkResult result = create(info, allocator, made);
  if (result != VK_SUCCESS) return result;
  auto instance = std::make_unique<Instance>(Instance{*made, get, {}});
  for (const auto& [name, function] : ownFunctions()) instance->nexts[name] = get(*made, name.c_str());
  instances.add(std::move(instance));
  return VK_SUCCESS;
}

inline VKAPI_ATTR void VKAPI_CALL destroyInstance(VkInstance instance, const VkAllocationCallbacks* allocator) {
  if (instance != VK_NULL_HANDLE) NEXT(*instances.take(instance), vkDestroyInstance)(instance, allocator);
}

inline VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL getInstanceFunction(VkInstance instance, const char* name) {
  const PFN_vkVoidFunction own = find(ownFunctions(), name);
  if (own != nullptr || instance == VK_NULL_HANDLE) return own;
  return instances.of(instance).get(instance, name);
}

}  // namespace layer

extern "C" __attribute__((visibility("default"))) VKAPI_ATTR VkResult VKAPI_CALL
vkNegotiateLoaderLayerInterfaceVersion(VkNegotiateLayerInterface* negotiated) {
  negotiated->loaderLayerInterfaceVersion = 2;
  negotiated->pfnGetInstanceProcAddr = layer::getInstanceFunction;
  negotiated->pfnGetDeviceProcAddr = layer::getDeviceFunction;
  negotiated->pfnGetPhysicalDeviceProcAddr = nullptr;
  return VK_SUCCESS;
}
