// VK_LAYER_VKSORT_two_queues gives a driver with one queue family a second one: compute and transfer, one queue.
// Devices with more families stay as they are. Test programs enable it with --queues=2, see addQueueFamily() of
// support/driver.cpp. tests/README.md says what validation notices on two queues.
//
// Both queues are the driver's queue, which executes submissions in order. A submission that waits for a semaphore must
// follow the submission that signals it, or both wait for ever. Vulkan allows the other order for timeline semaphores.
// Work of the two queues never overlaps: a missing semaphore changes no result, and only validation can notice it.
//
// Below, both families are the same, and a barrier within a family transfers nothing. So release and acquire become
// barriers without transfer. If they change the layout of an image, the release changes it, and the acquire keeps it.
#include <set>
#include <vector>

#include "chain.h"

namespace layer {
namespace {

constexpr uint32_t kDriverFamily = 0, kAddedFamily = 1;
constexpr uintptr_t kLoaderMagic = 0x01CDC0DE;  // of a dispatchable object that the loader does not know yet

struct Device : DeviceLink {
  bool adds = false;                          // a family
  uintptr_t added_queue[1] = {kLoaderMagic};  // the object behind its handle: the loader's dispatch pointer
  VkQueue driver_queue = VK_NULL_HANDLE;
  std::mutex queue_mutex{};  // the host synchronizes each of the two queues alone
  std::mutex mutex{};
  std::set<VkCommandPool> pools{};       // of the added family
  std::set<VkCommandBuffer> commands{};  // from these pools

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
    down(physical, count, families + kAddedFamily);  // what is chained to it, too
    propertiesOf(families[kAddedFamily]).queueFlags = VK_QUEUE_COMPUTE_BIT | VK_QUEUE_TRANSFER_BIT;
    propertiesOf(families[kAddedFamily]).queueCount = 1;
  }
  *count = 2;
}

VKAPI_ATTR VkResult VKAPI_CALL getSurfaceSupport(VkPhysicalDevice physical, uint32_t family, VkSurfaceKHR surface,
                                                 VkBool32* supported) {
  *supported = VK_FALSE;
  if (family == kAddedFamily && addsTo(physical)) return VK_SUCCESS;
  return NEXT(instances.of(physical), vkGetPhysicalDeviceSurfaceSupportKHR)(physical, family, surface, supported);
}

VKAPI_ATTR VkResult VKAPI_CALL createDevice(VkPhysicalDevice physical, const VkDeviceCreateInfo* info,
                                            const VkAllocationCallbacks* allocator, VkDevice* made) {
  const auto* data = loaderInfo<VkLayerDeviceCreateInfo>(info->pNext, VK_STRUCTURE_TYPE_LOADER_DEVICE_CREATE_INFO,
                                                         VK_LOADER_DATA_CALLBACK);
  auto device = std::make_unique<Device>();
  device->get = takeLink(info);
  device->adds = addsTo(physical);
  VkDeviceCreateInfo below = *info;
  // The driver's queue is created even if the host wants the added one alone.
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
    const auto lock = device.adds ? std::unique_lock(device.queue_mutex) : std::unique_lock<std::mutex>();
    return next<Result(VKAPI_PTR*)(VkQueue, Arguments...)>(device, kName.text)(device.below(queue), arguments...);
  }
};

// The name of the added queue is for validation alone.
VKAPI_ATTR VkResult VKAPI_CALL nameObject(VkDevice handle, const VkDebugUtilsObjectNameInfoEXT* info) {
  Device& device = devices.of(handle);
  if (info->objectHandle == reinterpret_cast<uintptr_t>(device.addedQueue())) return VK_SUCCESS;
  return NEXT(device, vkSetDebugUtilsObjectNameEXT)(handle, info);
}

// What both families share is exclusive, since the driver has one.
template <Name kName, auto kSharing, typename Info, typename Handle>
VKAPI_ATTR VkResult VKAPI_CALL create(VkDevice handle, const Info* info, const VkAllocationCallbacks* allocator,
                                      Handle* made) {
  using Down = VkResult(VKAPI_PTR*)(VkDevice, const Info*, const VkAllocationCallbacks*, Handle*);
  const Device& device = devices.of(handle);
  Info below = *info;
  if (device.adds) below.*kSharing = VK_SHARING_MODE_EXCLUSIVE;
  return next<Down>(device, kName.text)(handle, &below, allocator, made);
}

VKAPI_ATTR VkResult VKAPI_CALL createPool(VkDevice handle, const VkCommandPoolCreateInfo* info,
                                          const VkAllocationCallbacks* allocator, VkCommandPool* made) {
  Device& device = devices.of(handle);
  VkCommandPoolCreateInfo below = *info;
  below.queueFamilyIndex = device.below(info->queueFamilyIndex);
  const VkResult result = NEXT(device, vkCreateCommandPool)(handle, &below, allocator, made);
  if (result != VK_SUCCESS) return result;
  const std::lock_guard lock(device.mutex);
  device.pools.erase(*made);  // of an earlier pool with this handle
  if (below.queueFamilyIndex != info->queueFamilyIndex) device.pools.insert(*made);
  return VK_SUCCESS;
}

VKAPI_ATTR VkResult VKAPI_CALL allocateCommands(VkDevice handle, const VkCommandBufferAllocateInfo* info,
                                                VkCommandBuffer* made) {
  Device& device = devices.of(handle);
  const VkResult result = NEXT(device, vkAllocateCommandBuffers)(handle, info, made);
  if (result != VK_SUCCESS) return result;
  const std::lock_guard lock(device.mutex);
  for (uint32_t i = 0; i < info->commandBufferCount; ++i) {
    device.commands.erase(made[i]);
    if (device.pools.contains(info->commandPool)) device.commands.insert(made[i]);
  }
  return VK_SUCCESS;
}

// The barriers without transfers between the two families.
template <typename Barrier>
std::vector<Barrier> barriersBelow(Device& device, VkCommandBuffer cmd, const Barrier* first, uint32_t count) {
  std::vector<Barrier> barriers(first, first + count);
  const std::lock_guard lock(device.mutex);
  const uint32_t executing = device.commands.contains(cmd) ? kAddedFamily : kDriverFamily;
  for (Barrier& made : barriers) {
    const uint32_t source = made.srcQueueFamilyIndex, target = made.dstQueueFamilyIndex;
    made.srcQueueFamilyIndex = device.below(source);
    made.dstQueueFamilyIndex = device.below(target);
    if (source == target || made.srcQueueFamilyIndex != made.dstQueueFamilyIndex) continue;
    made.srcQueueFamilyIndex = made.dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED;
    if constexpr (requires { made.newLayout; })
      if (target == executing) made.oldLayout = made.newLayout;
  }
  return barriers;
}

VKAPI_ATTR void VKAPI_CALL barrier(VkCommandBuffer cmd, VkPipelineStageFlags source, VkPipelineStageFlags target,
                                   VkDependencyFlags flags, uint32_t memory_count, const VkMemoryBarrier* memory,
                                   uint32_t buffer_count, const VkBufferMemoryBarrier* buffers, uint32_t image_count,
                                   const VkImageMemoryBarrier* images) {
  Device& device = devices.of(cmd);
  const auto down = NEXT(device, vkCmdPipelineBarrier);
  down(cmd, source, target, flags, memory_count, memory, buffer_count,
       barriersBelow(device, cmd, buffers, buffer_count).data(), image_count,
       barriersBelow(device, cmd, images, image_count).data());
}

VKAPI_ATTR void VKAPI_CALL barrier2(VkCommandBuffer cmd, const VkDependencyInfo* info) {
  Device& device = devices.of(cmd);
  const auto buffers = barriersBelow(device, cmd, info->pBufferMemoryBarriers, info->bufferMemoryBarrierCount);
  const auto images = barriersBelow(device, cmd, info->pImageMemoryBarriers, info->imageMemoryBarrierCount);
  VkDependencyInfo below = *info;
  below.pBufferMemoryBarriers = buffers.data();
  below.pImageMemoryBarriers = images.data();
  NEXT(device, vkCmdPipelineBarrier2)(cmd, &below);
}

}  // namespace

const DeviceLink& linkOf(VkDevice device) { return devices.of(device); }

const Functions& ownFunctions() {
#define OF_QUEUE(function) OWN(function, QueueCall<#function, PFN_##function>::call)
#define FAMILIES(function, Family) OWN(function, getFamilies<#function, Family>)
  static const Functions kFunctions{
      OWN(vkGetInstanceProcAddr, getInstanceFunction),
      OWN(vkGetDeviceProcAddr, getDeviceFunction),
      OWN(vkCreateInstance, createInstance),
      OWN(vkDestroyInstance, destroyInstance),
      OWN(vkCreateDevice, createDevice),
      OWN(vkDestroyDevice, destroyDevice),
      FAMILIES(vkGetPhysicalDeviceQueueFamilyProperties, VkQueueFamilyProperties),
      FAMILIES(vkGetPhysicalDeviceQueueFamilyProperties2, VkQueueFamilyProperties2),
      FAMILIES(vkGetPhysicalDeviceQueueFamilyProperties2KHR, VkQueueFamilyProperties2),
      OWN(vkGetPhysicalDeviceSurfaceSupportKHR, getSurfaceSupport),
      OWN(vkGetDeviceQueue, getQueue),
      OWN(vkGetDeviceQueue2, getQueue2),
      OF_QUEUE(vkQueueSubmit),
      OF_QUEUE(vkQueueSubmit2),
      OF_QUEUE(vkQueueSubmit2KHR),
      OF_QUEUE(vkQueueWaitIdle),
      OF_QUEUE(vkQueueBindSparse),
      OF_QUEUE(vkQueuePresentKHR),
      OF_QUEUE(vkQueueBeginDebugUtilsLabelEXT),
      OF_QUEUE(vkQueueEndDebugUtilsLabelEXT),
      OF_QUEUE(vkQueueInsertDebugUtilsLabelEXT),
      OWN(vkSetDebugUtilsObjectNameEXT, nameObject),
      OWN(vkCreateBuffer, create<"vkCreateBuffer", &VkBufferCreateInfo::sharingMode, VkBufferCreateInfo, VkBuffer>),
      OWN(vkCreateImage, create<"vkCreateImage", &VkImageCreateInfo::sharingMode, VkImageCreateInfo, VkImage>),
      OWN(vkCreateSwapchainKHR, create<"vkCreateSwapchainKHR", &VkSwapchainCreateInfoKHR::imageSharingMode,
                                       VkSwapchainCreateInfoKHR, VkSwapchainKHR>),
      OWN(vkCreateCommandPool, createPool),
      OWN(vkAllocateCommandBuffers, allocateCommands),
      OWN(vkCmdPipelineBarrier, barrier),
      OWN(vkCmdPipelineBarrier2, barrier2),
      OWN(vkCmdPipelineBarrier2KHR, barrier2)};
  return kFunctions;
}

}  // namespace layer
