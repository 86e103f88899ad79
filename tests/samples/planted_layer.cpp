// A Vulkan layer between the viewer and the driver that plays other devices and displays. VKSORT_PLANT names what:
//   two      the first device is a GPU by its type and its name, "planted GPU", that cannot present
//   groups   devices allow 1,000 workgroups in a dimension; more end the program
//   hidden   every other image of a window does not come in time, and never where all the time is given
#include <unistd.h>
#include <vulkan/vk_layer.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <string>

namespace {

PFN_vkGetInstanceProcAddr next_instance = nullptr;
PFN_vkGetDeviceProcAddr next_device = nullptr;
constexpr char kXcb[] = "vkGetPhysicalDeviceXcbPresentationSupportKHR";
constexpr char kXlib[] = "vkGetPhysicalDeviceXlibPresentationSupportKHR";
VkPhysicalDevice first = VK_NULL_HANDLE;

bool planted(const char* what) {
  const char* const plant = std::getenv("VKSORT_PLANT");
  return plant != nullptr && std::string(plant) == what;
}

// What this layer calls, found before the loader has its own table of functions, which begins with this layer.
std::map<std::string, PFN_vkVoidFunction> nexts;

template <typename Function>
Function next(const char* name) {
  return reinterpret_cast<Function>(nexts[name]);
}

// What the loader passes along to each layer, behind the create info.
template <typename Link, typename Info>
Link* linkOf(const Info* info, VkStructureType type) {
  auto* link = static_cast<Link*>(const_cast<void*>(info->pNext));
  while (link->sType != type || link->function != VK_LAYER_LINK_INFO)
    link = static_cast<Link*>(const_cast<void*>(link->pNext));
  return link;
}

VKAPI_ATTR VkResult VKAPI_CALL createInstance(const VkInstanceCreateInfo* info, const VkAllocationCallbacks* allocator,
                                              VkInstance* made) {
  auto* const link = linkOf<VkLayerInstanceCreateInfo>(info, VK_STRUCTURE_TYPE_LOADER_INSTANCE_CREATE_INFO);
  next_instance = link->u.pLayerInfo->pfnNextGetInstanceProcAddr;
  link->u.pLayerInfo = link->u.pLayerInfo->pNext;
  const VkResult result =
      reinterpret_cast<PFN_vkCreateInstance>(next_instance(nullptr, "vkCreateInstance"))(info, allocator, made);
  if (result != VK_SUCCESS) return result;
  for (const char* name : {"vkEnumeratePhysicalDevices", "vkCreateDevice", "vkGetPhysicalDeviceProperties",
                           "vkGetPhysicalDeviceProperties2", "vkGetPhysicalDeviceSurfaceSupportKHR", kXcb, kXlib})
    nexts[name] = next_instance(*made, name);
  uint32_t one = 1;
  next<PFN_vkEnumeratePhysicalDevices>("vkEnumeratePhysicalDevices")(*made, &one, &first);
  return result;
}

VKAPI_ATTR VkResult VKAPI_CALL createDevice(VkPhysicalDevice physical, const VkDeviceCreateInfo* info,
                                            const VkAllocationCallbacks* allocator, VkDevice* made) {
  auto* const link = linkOf<VkLayerDeviceCreateInfo>(info, VK_STRUCTURE_TYPE_LOADER_DEVICE_CREATE_INFO);
  next_device = link->u.pLayerInfo->pfnNextGetDeviceProcAddr;
  link->u.pLayerInfo = link->u.pLayerInfo->pNext;
  return next<PFN_vkCreateDevice>("vkCreateDevice")(physical, info, allocator, made);
}

void edit(VkPhysicalDevice physical, VkPhysicalDeviceProperties& properties) {
  if (planted("two") && physical == first) {
    properties.deviceType = VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU;
    std::snprintf(properties.deviceName, sizeof properties.deviceName, "planted GPU");
  }
  if (planted("groups"))
    for (uint32_t& count : properties.limits.maxComputeWorkGroupCount) count = 1000;
}

VKAPI_ATTR void VKAPI_CALL getProperties(VkPhysicalDevice physical, VkPhysicalDeviceProperties* properties) {
  next<PFN_vkGetPhysicalDeviceProperties>("vkGetPhysicalDeviceProperties")(physical, properties);
  edit(physical, *properties);
}

VKAPI_ATTR void VKAPI_CALL getProperties2(VkPhysicalDevice physical, VkPhysicalDeviceProperties2* properties) {
  next<PFN_vkGetPhysicalDeviceProperties2>("vkGetPhysicalDeviceProperties2")(physical, properties);
  edit(physical, properties->properties);
}

VKAPI_ATTR VkResult VKAPI_CALL getSurfaceSupport(VkPhysicalDevice physical, uint32_t family, VkSurfaceKHR surface,
                                                 VkBool32* can) {
  const VkResult result = next<PFN_vkGetPhysicalDeviceSurfaceSupportKHR>("vkGetPhysicalDeviceSurfaceSupportKHR")(
      physical, family, surface, can);
  if (planted("two") && physical == first) *can = VK_FALSE;
  return result;
}

// By XCB and by Xlib: a connection, and the number of a visual.
template <const char* name>
VKAPI_ATTR VkBool32 VKAPI_CALL presents(VkPhysicalDevice physical, uint32_t family, void* display,
                                        unsigned long visual) {
  if (planted("two") && physical == first) return VK_FALSE;
  return next<VkBool32(VKAPI_PTR*)(VkPhysicalDevice, uint32_t, void*, unsigned long)>(name)(physical, family, display,
                                                                                            visual);
}
VKAPI_ATTR VkResult VKAPI_CALL acquire(VkDevice device, VkSwapchainKHR swapchain, uint64_t timeout,
                                       VkSemaphore semaphore, VkFence fence, uint32_t* index) {
  static int calls = 0;
  if (planted("hidden") && timeout > 10'000'000'000) pause();
  if (planted("hidden") && ++calls % 2 == 1) return VK_TIMEOUT;
  return reinterpret_cast<PFN_vkAcquireNextImageKHR>(next_device(device, "vkAcquireNextImageKHR"))(
      device, swapchain, timeout, semaphore, fence, index);
}

VKAPI_ATTR void VKAPI_CALL dispatch(VkCommandBuffer cmd, uint32_t x, uint32_t y, uint32_t z) {
  if (planted("groups") && (x > 1000 || y > 1000 || z > 1000)) std::abort();
  next<PFN_vkCmdDispatch>("vkCmdDispatch")(cmd, x, y, z);
}

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL getDeviceFunction(VkDevice device, const char* name) {
  if (std::strcmp(name, "vkCmdDispatch") == 0) {
    nexts[name] = next_device(device, name);
    return reinterpret_cast<PFN_vkVoidFunction>(dispatch);
  }
  if (std::strcmp(name, "vkAcquireNextImageKHR") == 0) return reinterpret_cast<PFN_vkVoidFunction>(acquire);
  if (std::strcmp(name, "vkGetDeviceProcAddr") == 0) return reinterpret_cast<PFN_vkVoidFunction>(getDeviceFunction);
  return next_device(device, name);
}

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL getInstanceFunction(VkInstance of, const char* name) {
  const struct {
    const char* name;
    PFN_vkVoidFunction function;
  } own[] = {{"vkCreateInstance", reinterpret_cast<PFN_vkVoidFunction>(createInstance)},
             {"vkCreateDevice", reinterpret_cast<PFN_vkVoidFunction>(createDevice)},
             {"vkGetInstanceProcAddr", reinterpret_cast<PFN_vkVoidFunction>(getInstanceFunction)},
             {"vkGetDeviceProcAddr", reinterpret_cast<PFN_vkVoidFunction>(getDeviceFunction)},
             {"vkGetPhysicalDeviceProperties", reinterpret_cast<PFN_vkVoidFunction>(getProperties)},
             {"vkGetPhysicalDeviceProperties2", reinterpret_cast<PFN_vkVoidFunction>(getProperties2)},
             {"vkGetPhysicalDeviceProperties2KHR", reinterpret_cast<PFN_vkVoidFunction>(getProperties2)},
             {"vkGetPhysicalDeviceSurfaceSupportKHR", reinterpret_cast<PFN_vkVoidFunction>(getSurfaceSupport)},
             {kXcb, reinterpret_cast<PFN_vkVoidFunction>(presents<kXcb>)},
             {kXlib, reinterpret_cast<PFN_vkVoidFunction>(presents<kXlib>)}};
  for (const auto& each : own)
    if (std::strcmp(each.name, name) == 0) return each.function;
  return next_instance != nullptr ? next_instance(of, name) : nullptr;
}

}  // namespace

extern "C" __attribute__((visibility("default"))) VKAPI_ATTR VkResult VKAPI_CALL
vkNegotiateLoaderLayerInterfaceVersion(VkNegotiateLayerInterface* interface) {
  interface->loaderLayerInterfaceVersion = 2;
  interface->pfnGetInstanceProcAddr = getInstanceFunction;
  interface->pfnGetDeviceProcAddr = getDeviceFunction;
  interface->pfnGetPhysicalDeviceProcAddr = nullptr;
  return VK_SUCCESS;
}
