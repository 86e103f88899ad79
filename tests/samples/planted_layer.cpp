// A Vulkan layer between the viewer and the driver that plays other devices and displays. VKSORT_PLANT names what:
//   two      the first device is a GPU by its type and its name, "planted GPU", that cannot present
//   groups   devices allow 1,000 workgroups in a dimension; more end the program
//   hidden   every other image of a window does not come in time, and never where all the time is given
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include "support/layer_queues/chain.h"

namespace layer {
namespace {

VkPhysicalDevice first = VK_NULL_HANDLE;
Registry<DeviceLink> devices;

bool planted(const char* what) {
  const char* const plant = std::getenv("VKSORT_PLANT");
  return plant != nullptr && std::string(plant) == what;
}

VKAPI_ATTR VkResult VKAPI_CALL listDevices(VkInstance instance, uint32_t* count, VkPhysicalDevice* physical) {
  const VkResult result = NEXT(instances.of(instance), vkEnumeratePhysicalDevices)(instance, count, physical);
  if (physical != nullptr && *count != 0) first = physical[0];
  return result;
}

VKAPI_ATTR VkResult VKAPI_CALL createDevice(VkPhysicalDevice physical, const VkDeviceCreateInfo* info,
                                            const VkAllocationCallbacks* allocator, VkDevice* made) {
  const PFN_vkGetDeviceProcAddr get = takeLink(info);
  const VkResult result = NEXT(instances.of(physical), vkCreateDevice)(physical, info, allocator, made);
  if (result == VK_SUCCESS) devices.add(std::make_unique<DeviceLink>(DeviceLink{*made, get}));
  return result;
}

VKAPI_ATTR void VKAPI_CALL destroyDevice(VkDevice device, const VkAllocationCallbacks* allocator) {
  if (device != VK_NULL_HANDLE) NEXT(*devices.take(device), vkDestroyDevice)(device, allocator);
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
  NEXT(instances.of(physical), vkGetPhysicalDeviceProperties)(physical, properties);
  edit(physical, *properties);
}

VKAPI_ATTR void VKAPI_CALL getProperties2(VkPhysicalDevice physical, VkPhysicalDeviceProperties2* properties) {
  NEXT(instances.of(physical), vkGetPhysicalDeviceProperties2)(physical, properties);
  edit(physical, properties->properties);
}

VKAPI_ATTR VkResult VKAPI_CALL getSurfaceSupport(VkPhysicalDevice physical, uint32_t family, VkSurfaceKHR surface,
                                                 VkBool32* can) {
  const VkResult result =
      NEXT(instances.of(physical), vkGetPhysicalDeviceSurfaceSupportKHR)(physical, family, surface, can);
  if (planted("two") && physical == first) *can = VK_FALSE;
  return result;
}

// By XCB and by Xlib: a connection, and the number of a visual.
template <Name kName>
VKAPI_ATTR VkBool32 VKAPI_CALL presents(VkPhysicalDevice physical, uint32_t family, void* display,
                                        unsigned long visual) {
  using Down = VkBool32(VKAPI_PTR*)(VkPhysicalDevice, uint32_t, void*, unsigned long);
  if (planted("two") && physical == first) return VK_FALSE;
  return next<Down>(instances.of(physical), kName.text)(physical, family, display, visual);
}

VKAPI_ATTR VkResult VKAPI_CALL acquire(VkDevice device, VkSwapchainKHR swapchain, uint64_t timeout,
                                       VkSemaphore semaphore, VkFence fence, uint32_t* index) {
  static int calls = 0;
  if (planted("hidden") && timeout > 10'000'000'000) pause();
  if (planted("hidden") && ++calls % 2 == 1) return VK_TIMEOUT;
  return NEXT(devices.of(device), vkAcquireNextImageKHR)(device, swapchain, timeout, semaphore, fence, index);
}

VKAPI_ATTR void VKAPI_CALL dispatch(VkCommandBuffer cmd, uint32_t x, uint32_t y, uint32_t z) {
  if (planted("groups") && (x > 1000 || y > 1000 || z > 1000)) std::abort();
  NEXT(devices.of(cmd), vkCmdDispatch)(cmd, x, y, z);
}

}  // namespace

const DeviceLink& linkOf(VkDevice device) { return devices.of(device); }

const Functions& ownFunctions() {
#define PRESENTS(function) OWN(function, presents<#function>)
  static const Functions kFunctions{OWN(vkGetInstanceProcAddr, getInstanceFunction),
                                    OWN(vkGetDeviceProcAddr, getDeviceFunction),
                                    OWN(vkCreateInstance, createInstance),
                                    OWN(vkDestroyInstance, destroyInstance),
                                    OWN(vkEnumeratePhysicalDevices, listDevices),
                                    OWN(vkCreateDevice, createDevice),
                                    OWN(vkDestroyDevice, destroyDevice),
                                    OWN(vkGetPhysicalDeviceProperties, getProperties),
                                    OWN(vkGetPhysicalDeviceProperties2, getProperties2),
                                    OWN(vkGetPhysicalDeviceProperties2KHR, getProperties2),
                                    OWN(vkGetPhysicalDeviceSurfaceSupportKHR, getSurfaceSupport),
                                    PRESENTS(vkGetPhysicalDeviceXcbPresentationSupportKHR),
                                    PRESENTS(vkGetPhysicalDeviceXlibPresentationSupportKHR),
                                    OWN(vkAcquireNextImageKHR, acquire),
                                    OWN(vkCmdDispatch, dispatch)};
  return kFunctions;
}

}  // namespace layer
