// VK_LAYER_VKSORT_two_queues adds a family with a compute and transfer queue to drivers with one family. It supports
// the calls of the guide's frame on two families: one thread, buffers, vkCmdPipelineBarrier2 and vkQueueSubmit2.
//
// Both queues are the driver's queue, so their work never overlaps, and only validation can detect a missing semaphore.
// A submission that waits for a semaphore must follow the one that signals it, although Vulkan allows the other order
// for timeline semaphores. The driver only knows its own family, so release and acquire become barriers without a
// transfer.
#include <vector>

#include "chain.h"

namespace layer {
namespace {

constexpr uint32_t kDriverFamily = 0, kAddedFamily = 1;
constexpr uintptr_t kLoaderMagic = 0x01CDC0DE;  // marks a dispatchable object that the loader has not initialized

struct Device : DeviceLink {
  bool adds = false;
  uintptr_t added_queue[1] = {kLoaderMagic};  // its handle points here; starts with the loader's dispatch pointer
  VkQueue driver_queue = VK_NULL_HANDLE;

  VkQueue addedQueue() { return reinterpret_cast<VkQueue>(added_queue); }
  VkQueue below(VkQueue queue) { return queue == addedQueue() ? driver_queue : queue; }
  uint32_t below(uint32_t family) const { return adds && family == kAddedFamily ? kDriverFamily : family; }
};

Registry<Device> devices;

bool addsTo(VkPhysicalDevice physical) {
  uint32_t count = 0;
  NEXT(instances.of(physical), vkGetPhysicalDeviceQueueFamilyProperties)(physical, &count, nullptr);
  return count == 1;
}

VkQueueFamilyProperties& propertiesOf(VkQueueFamilyProperties& family) { return family; }
VkQueueFamilyProperties& propertiesOf(VkQueueFamilyProperties2& family) { return family.queueFamilyProperties; }

template <Name kName, typename Family>
VKAPI_ATTR void VKAPI_CALL getFamilies(VkPhysicalDevice physical, uint32_t* count, Family* families) {
  const auto down = next<void(VKAPI_PTR*)(VkPhysicalDevice, uint32_t*, Family*)>(instances.of(physical), kName.text);
  const uint32_t capacity = *count;
  down(physical, count, families);
  if (!addsTo(physical) || (families != nullptr && capacity < 2)) return;
  if (families != nullptr) {
    down(physical, count, families + kAddedFamily);  // fills chained structures as well
    propertiesOf(families[kAddedFamily]).queueFlags = VK_QUEUE_COMPUTE_BIT | VK_QUEUE_TRANSFER_BIT;
    propertiesOf(families[kAddedFamily]).queueCount = 1;
  }
  *count = 2;
}

VKAPI_ATTR VkResult VKAPI_CALL createDevice(VkPhysicalDevice physical, const VkDeviceCreateInfo* info,
                                            const VkAllocationCallbacks* allocator, VkDevice* made) {
  const auto* data = loaderInfo<VkLayerDeviceCreateInfo>(info->pNext, VK_STRUCTURE_TYPE_LOADER_DEVICE_CREATE_INFO,
                                                         VK_LOADER_DATA_CALLBACK);
  auto device = std::make_unique<Device>();
  device->get = takeLink(info);
  device->adds = addsTo(physical);
  VkDeviceCreateInfo below = *info;
  // Creates the driver's queue even if the application only requests the added one.
  VkDeviceQueueCreateInfo queue = info->pQueueCreateInfos[0];
  queue.queueFamilyIndex = kDriverFamily;
  if (device->adds) below.queueCreateInfoCount = 1, below.pQueueCreateInfos = &queue;
  const VkResult result = NEXT(instances.of(physical), vkCreateDevice)(physical, &below, allocator, made);
  if (result != VK_SUCCESS) return result;
  device->handle = *made;
  if (device->adds) {
    NEXT(*device, vkGetDeviceQueue)(*made, kDriverFamily, 0, &device->driver_queue);
    data->u.pfnSetDeviceLoaderData(*made, device->driver_queue);
    data->u.pfnSetDeviceLoaderData(*made, device->added_queue);
  }
  devices.add(std::move(device));
  return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL destroyDevice(VkDevice device, const VkAllocationCallbacks* allocator) {
  if (device != VK_NULL_HANDLE) NEXT(*devices.take(device), vkDestroyDevice)(device, allocator);
}

VKAPI_ATTR void VKAPI_CALL getQueue2(VkDevice handle, const VkDeviceQueueInfo2* info, VkQueue* queue) {
  Device& device = devices.of(handle);
  *queue = device.addedQueue();
  if (device.below(info->queueFamilyIndex) == info->queueFamilyIndex)
    NEXT(device, vkGetDeviceQueue2)(handle, info, queue);
}

VKAPI_ATTR void VKAPI_CALL getQueue(VkDevice device, uint32_t family, uint32_t index, VkQueue* queue) {
  const VkDeviceQueueInfo2 info{VK_STRUCTURE_TYPE_DEVICE_QUEUE_INFO_2, nullptr, 0, family, index};
  getQueue2(device, &info, queue);
}

template <Name kName, typename Pfn>
struct QueueCall;
template <Name kName, typename Result, typename... Arguments>
struct QueueCall<kName, Result(VKAPI_PTR*)(VkQueue, Arguments...)> {
  static VKAPI_ATTR Result VKAPI_CALL call(VkQueue queue, Arguments... arguments) {
    Device& device = devices.of(queue);
    return next<Result(VKAPI_PTR*)(VkQueue, Arguments...)>(device, kName.text)(device.below(queue), arguments...);
  }
};

// Buffers shared by both families become exclusive, since the driver only has one.
VKAPI_ATTR VkResult VKAPI_CALL createBuffer(VkDevice handle, const VkBufferCreateInfo* info,
                                            const VkAllocationCallbacks* allocator, VkBuffer* made) {
  const Device& device = devices.of(handle);
  VkBufferCreateInfo below = *info;
  if (device.adds) below.sharingMode = VK_SHARING_MODE_EXCLUSIVE;
  return NEXT(device, vkCreateBuffer)(handle, &below, allocator, made);
}

VKAPI_ATTR VkResult VKAPI_CALL createPool(VkDevice handle, const VkCommandPoolCreateInfo* info,
                                          const VkAllocationCallbacks* allocator, VkCommandPool* made) {
  const Device& device = devices.of(handle);
  VkCommandPoolCreateInfo below = *info;
  below.queueFamilyIndex = device.below(info->queueFamilyIndex);
  return NEXT(device, vkCreateCommandPool)(handle, &below, allocator, made);
}

VKAPI_ATTR void VKAPI_CALL barrier2(VkCommandBuffer cmd, const VkDependencyInfo* info) {
  const Device& device = devices.of(cmd);
  std::vector<VkBufferMemoryBarrier2> buffers(info->pBufferMemoryBarriers,
                                              info->pBufferMemoryBarriers + info->bufferMemoryBarrierCount);
  for (VkBufferMemoryBarrier2& each : buffers) {
    each.srcQueueFamilyIndex = device.below(each.srcQueueFamilyIndex);
    each.dstQueueFamilyIndex = device.below(each.dstQueueFamilyIndex);
  }
  VkDependencyInfo below = *info;
  below.pBufferMemoryBarriers = buffers.data();
  NEXT(device, vkCmdPipelineBarrier2)(cmd, &below);
}

}  // namespace

const DeviceLink& linkOf(VkDevice device) { return devices.of(device); }

const Functions& ownFunctions() {
#define OF_QUEUE(function) OWN(function, QueueCall<#function, PFN_##function>::call)
#define FAMILIES(function, Family) OWN(function, getFamilies<#function, Family>)
  static const Functions kFunctions{OWN(vkGetInstanceProcAddr, getInstanceFunction),
                                    OWN(vkGetDeviceProcAddr, getDeviceFunction),
                                    OWN(vkCreateInstance, createInstance),
                                    OWN(vkDestroyInstance, destroyInstance),
                                    OWN(vkCreateDevice, createDevice),
                                    OWN(vkDestroyDevice, destroyDevice),
                                    FAMILIES(vkGetPhysicalDeviceQueueFamilyProperties, VkQueueFamilyProperties),
                                    FAMILIES(vkGetPhysicalDeviceQueueFamilyProperties2, VkQueueFamilyProperties2),
                                    FAMILIES(vkGetPhysicalDeviceQueueFamilyProperties2KHR, VkQueueFamilyProperties2),
                                    OWN(vkGetDeviceQueue, getQueue),
                                    OWN(vkGetDeviceQueue2, getQueue2),
                                    OF_QUEUE(vkQueueSubmit),
                                    OF_QUEUE(vkQueueSubmit2),
                                    OF_QUEUE(vkQueueWaitIdle),
                                    OWN(vkCreateBuffer, createBuffer),
                                    OWN(vkCreateCommandPool, createPool),
                                    OWN(vkCmdPipelineBarrier2, barrier2)};
  return kFunctions;
}

}  // namespace layer
