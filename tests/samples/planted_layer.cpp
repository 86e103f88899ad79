// A Vulkan layer that acts like a hidden window: every second image arrives late, and waits without a timeout never
// end.
#include <unistd.h>

#include "support/layer_queues/chain.h"

namespace layer {
namespace {

Registry<DeviceLink> devices;

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

VKAPI_ATTR VkResult VKAPI_CALL acquire(VkDevice device, VkSwapchainKHR swapchain, uint64_t timeout,
                                       VkSemaphore semaphore, VkFence fence, uint32_t* index) {
  static int calls = 0;
  if (timeout > 10'000'000'000) pause();
  if (++calls % 2 == 1) return VK_TIMEOUT;
  return NEXT(devices.of(device), vkAcquireNextImageKHR)(device, swapchain, timeout, semaphore, fence, index);
}

}  // namespace

const DeviceLink& linkOf(VkDevice device) { return devices.of(device); }

const Functions& ownFunctions() {
  static const Functions kFunctions{OWN(vkGetInstanceProcAddr, getInstanceFunction),
                                    OWN(vkGetDeviceProcAddr, getDeviceFunction),
                                    OWN(vkCreateInstance, createInstance),
                                    OWN(vkDestroyInstance, destroyInstance),
                                    OWN(vkCreateDevice, createDevice),
                                    OWN(vkDestroyDevice, destroyDevice),
                                    OWN(vkAcquireNextImageKHR, acquire)};
  return kFunctions;
}

}  // namespace layer
