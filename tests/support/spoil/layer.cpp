// A Vulkan layer by which the GPU work of a whole program goes wrong; see spoil.h for what it reads.
#include <vulkan/vk_layer.h>
#include <vulkan/vulkan_core.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <utility>

namespace {

// Of the one instance and the one device that such a program has.
struct Next {
  PFN_vkGetInstanceProcAddr instance_proc = nullptr;
  PFN_vkGetPhysicalDeviceSurfaceSupportKHR surface_support = nullptr;
  PFN_vkGetPhysicalDeviceProperties properties = nullptr;
  PFN_vkGetDeviceProcAddr device_proc = nullptr;
  PFN_vkBeginCommandBuffer begin = nullptr;
  PFN_vkCmdDispatch dispatch = nullptr;
  PFN_vkCmdDispatchIndirect dispatch_indirect = nullptr;
  PFN_vkCmdPipelineBarrier barrier = nullptr;
  PFN_vkCmdPipelineBarrier2 barrier2 = nullptr;
  PFN_vkQueueSubmit submit = nullptr;
  PFN_vkQueuePresentKHR present = nullptr;
  PFN_vkQueueWaitIdle wait_queue = nullptr;
  PFN_vkMapMemory map = nullptr;
  PFN_vkDeviceWaitIdle wait_idle = nullptr;
} next;

std::mutex mutex;
std::map<VkCommandBuffer, int> number_of;  // of those that dispatch, from 0 on
int dispatching = 0;
int submissions = 0;
int presents = 0;
uint32_t* mapped = nullptr;  // the first memory

// "3": one of them; "3-": it and all behind it.
struct Numbers {
  int first = -1;
  bool rest = false;

  bool has(int number) const { return first >= 0 && (rest ? number >= first : number == first); }
};

Numbers numbers(const char* variable) {
  Numbers result;
  const char* text = std::getenv(variable);
  if (text == nullptr) return result;
  result.first = std::atoi(text);
  result.rest = std::strchr(text, '-') != nullptr;
  return result;
}

struct Wanted {
  int first = -1, last = -1;  // command buffers whose dispatches do nothing
  bool no_barriers = false;
  bool no_present = false;
  bool no_wait = false;
  Numbers lost;              // submissions that fail
  Numbers surface_lost;      // presentations that fail
  uint32_t most_side = ~0U;  // of an image
  int one = -1, other = -1;  // words that are exchanged
};

const Wanted& wanted() {
  static const Wanted once = [] {
    Wanted w;
    if (const char* text = std::getenv("VKSORT_SPOIL_DISPATCHES")) std::sscanf(text, "%d-%d", &w.first, &w.last);
    w.no_present = std::getenv("VKSORT_SPOIL_PRESENT") != nullptr;
    w.no_barriers = std::getenv("VKSORT_SPOIL_BARRIERS") != nullptr;
    w.no_wait = std::getenv("VKSORT_SPOIL_WAIT") != nullptr;
    w.lost = numbers("VKSORT_SPOIL_SUBMISSION");
    w.surface_lost = numbers("VKSORT_SPOIL_SURFACE");
    if (const char* text = std::getenv("VKSORT_SPOIL_WORDS")) std::sscanf(text, "%d,%d", &w.one, &w.other);
    if (const char* text = std::getenv("VKSORT_SPOIL_SIDE")) w.most_side = static_cast<uint32_t>(std::atoi(text));
    return w;
  }();
  return once;
}

bool isSpoiled(VkCommandBuffer cmd) {
  const std::lock_guard lock(mutex);
  const auto [entry, is_new] = number_of.try_emplace(cmd, dispatching);
  if (is_new) ++dispatching;
  return entry->second >= wanted().first && entry->second <= wanted().last;
}

VKAPI_ATTR VkResult VKAPI_CALL begin(VkCommandBuffer cmd, const VkCommandBufferBeginInfo* info) {
  {
    const std::lock_guard lock(mutex);
    number_of.erase(cmd);
  }
  return next.begin(cmd, info);
}

VKAPI_ATTR void VKAPI_CALL dispatch(VkCommandBuffer cmd, uint32_t x, uint32_t y, uint32_t z) {
  if (!isSpoiled(cmd)) next.dispatch(cmd, x, y, z);
}

VKAPI_ATTR void VKAPI_CALL dispatchIndirect(VkCommandBuffer cmd, VkBuffer buffer, VkDeviceSize offset) {
  if (!isSpoiled(cmd)) next.dispatch_indirect(cmd, buffer, offset);
}

// Of images all are kept: without their layouts nothing would be drawn at all.
VKAPI_ATTR void VKAPI_CALL barrier(VkCommandBuffer cmd, VkPipelineStageFlags from, VkPipelineStageFlags to,
                                   VkDependencyFlags flags, uint32_t count, const VkMemoryBarrier* barriers,
                                   uint32_t buffer_count, const VkBufferMemoryBarrier* buffers, uint32_t image_count,
                                   const VkImageMemoryBarrier* images) {
  if (!wanted().no_barriers || image_count != 0)
    next.barrier(cmd, from, to, flags, count, barriers, buffer_count, buffers, image_count, images);
}

VKAPI_ATTR void VKAPI_CALL barrier2(VkCommandBuffer cmd, const VkDependencyInfo* info) {
  if (!wanted().no_barriers || info->imageMemoryBarrierCount != 0) next.barrier2(cmd, info);
}

VKAPI_ATTR VkResult VKAPI_CALL submit(VkQueue queue, uint32_t count, const VkSubmitInfo* infos, VkFence fence) {
  {
    const std::lock_guard lock(mutex);
    if (wanted().lost.has(submissions++)) return VK_ERROR_DEVICE_LOST;
  }
  return next.submit(queue, count, infos, fence);
}

// What the presentation waits for is done all the same, as the standard has it.
VKAPI_ATTR VkResult VKAPI_CALL present(VkQueue queue, const VkPresentInfoKHR* info) {
  const VkResult result = next.present(queue, info);
  const std::lock_guard lock(mutex);
  return wanted().surface_lost.has(presents++) ? VK_ERROR_SURFACE_LOST_KHR : result;
}

VKAPI_ATTR VkResult VKAPI_CALL waitIdle(VkDevice device) {
  return wanted().no_wait ? VK_SUCCESS : next.wait_idle(device);
}

VKAPI_ATTR VkResult VKAPI_CALL mapMemory(VkDevice device, VkDeviceMemory memory, VkDeviceSize offset, VkDeviceSize size,
                                         VkMemoryMapFlags flags, void** data) {
  const VkResult result = next.map(device, memory, offset, size, flags, data);
  const std::lock_guard lock(mutex);
  if (result == VK_SUCCESS && mapped == nullptr) mapped = static_cast<uint32_t*>(*data);
  return result;
}

VKAPI_ATTR VkResult VKAPI_CALL waitQueue(VkQueue queue) {
  const VkResult result = next.wait_queue(queue);
  const std::lock_guard lock(mutex);
  if (mapped != nullptr && wanted().one >= 0) std::swap(mapped[wanted().one], mapped[wanted().other]);
  return result;
}

VKAPI_ATTR VkResult VKAPI_CALL surfaceSupport(VkPhysicalDevice physical, uint32_t family, VkSurfaceKHR surface,
                                              VkBool32* supported) {
  const VkResult result = next.surface_support(physical, family, surface, supported);
  if (wanted().no_present) *supported = VK_FALSE;
  return result;
}

VKAPI_ATTR void VKAPI_CALL deviceProperties(VkPhysicalDevice physical, VkPhysicalDeviceProperties* properties) {
  next.properties(physical, properties);
  uint32_t& side = properties->limits.maxImageDimension2D;
  side = std::min(side, wanted().most_side);
}

template <typename Link, typename Info>
Link* linkOf(const Info* info, VkStructureType type) {
  auto* link = const_cast<Link*>(static_cast<const Link*>(info->pNext));
  while (link != nullptr && (link->sType != type || link->function != VK_LAYER_LINK_INFO))
    link = const_cast<Link*>(static_cast<const Link*>(link->pNext));
  return link;
}

VKAPI_ATTR VkResult VKAPI_CALL createInstance(const VkInstanceCreateInfo* info, const VkAllocationCallbacks* allocator,
                                              VkInstance* instance) {
  auto* link = linkOf<VkLayerInstanceCreateInfo>(info, VK_STRUCTURE_TYPE_LOADER_INSTANCE_CREATE_INFO);
  if (link == nullptr) return VK_ERROR_INITIALIZATION_FAILED;
  next.instance_proc = link->u.pLayerInfo->pfnNextGetInstanceProcAddr;
  link->u.pLayerInfo = link->u.pLayerInfo->pNext;
  const auto create = reinterpret_cast<PFN_vkCreateInstance>(next.instance_proc(nullptr, "vkCreateInstance"));
  const VkResult result = create(info, allocator, instance);
  // Asked for later, it would be the one of this layer.
  if (result != VK_SUCCESS) return result;
  next.surface_support = reinterpret_cast<PFN_vkGetPhysicalDeviceSurfaceSupportKHR>(
      next.instance_proc(*instance, "vkGetPhysicalDeviceSurfaceSupportKHR"));
  next.properties = reinterpret_cast<PFN_vkGetPhysicalDeviceProperties>(
      next.instance_proc(*instance, "vkGetPhysicalDeviceProperties"));
  return VK_SUCCESS;
}

VKAPI_ATTR VkResult VKAPI_CALL createDevice(VkPhysicalDevice physical, const VkDeviceCreateInfo* info,
                                            const VkAllocationCallbacks* allocator, VkDevice* device) {
  auto* link = linkOf<VkLayerDeviceCreateInfo>(info, VK_STRUCTURE_TYPE_LOADER_DEVICE_CREATE_INFO);
  if (link == nullptr) return VK_ERROR_INITIALIZATION_FAILED;
  const PFN_vkGetInstanceProcAddr instance_proc = link->u.pLayerInfo->pfnNextGetInstanceProcAddr;
  next.device_proc = link->u.pLayerInfo->pfnNextGetDeviceProcAddr;
  link->u.pLayerInfo = link->u.pLayerInfo->pNext;
  const auto create = reinterpret_cast<PFN_vkCreateDevice>(instance_proc(nullptr, "vkCreateDevice"));
  const VkResult result = create(physical, info, allocator, device);
  if (result != VK_SUCCESS) return result;
  const auto load = [device](auto& function, const char* name) {
    function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(next.device_proc(*device, name));
  };
  load(next.begin, "vkBeginCommandBuffer");
  load(next.dispatch, "vkCmdDispatch");
  load(next.dispatch_indirect, "vkCmdDispatchIndirect");
  load(next.barrier, "vkCmdPipelineBarrier");
  load(next.barrier2, "vkCmdPipelineBarrier2");
  load(next.submit, "vkQueueSubmit");
  load(next.present, "vkQueuePresentKHR");
  load(next.wait_idle, "vkDeviceWaitIdle");
  load(next.wait_queue, "vkQueueWaitIdle");
  load(next.map, "vkMapMemory");
  return VK_SUCCESS;
}

PFN_vkVoidFunction VKAPI_CALL deviceProc(VkDevice device, const char* name);
PFN_vkVoidFunction VKAPI_CALL instanceProc(VkInstance instance, const char* name);

PFN_vkVoidFunction own(const char* name) {
  const struct {
    const char* name;
    PFN_vkVoidFunction function;
  } functions[] = {
      {"vkGetInstanceProcAddr", reinterpret_cast<PFN_vkVoidFunction>(instanceProc)},
      {"vkGetDeviceProcAddr", reinterpret_cast<PFN_vkVoidFunction>(deviceProc)},
      {"vkCreateInstance", reinterpret_cast<PFN_vkVoidFunction>(createInstance)},
      {"vkCreateDevice", reinterpret_cast<PFN_vkVoidFunction>(createDevice)},
      {"vkGetPhysicalDeviceSurfaceSupportKHR", reinterpret_cast<PFN_vkVoidFunction>(surfaceSupport)},
      {"vkGetPhysicalDeviceProperties", reinterpret_cast<PFN_vkVoidFunction>(deviceProperties)},
      {"vkBeginCommandBuffer", reinterpret_cast<PFN_vkVoidFunction>(begin)},
      {"vkCmdDispatch", reinterpret_cast<PFN_vkVoidFunction>(dispatch)},
      {"vkCmdDispatchIndirect", reinterpret_cast<PFN_vkVoidFunction>(dispatchIndirect)},
      {"vkCmdPipelineBarrier", reinterpret_cast<PFN_vkVoidFunction>(barrier)},
      {"vkCmdPipelineBarrier2", reinterpret_cast<PFN_vkVoidFunction>(barrier2)},
      {"vkQueueSubmit", reinterpret_cast<PFN_vkVoidFunction>(submit)},
      {"vkQueuePresentKHR", reinterpret_cast<PFN_vkVoidFunction>(present)},
      {"vkDeviceWaitIdle", reinterpret_cast<PFN_vkVoidFunction>(waitIdle)},
      {"vkQueueWaitIdle", reinterpret_cast<PFN_vkVoidFunction>(waitQueue)},
      {"vkMapMemory", reinterpret_cast<PFN_vkVoidFunction>(mapMemory)},
  };
  for (const auto& each : functions)
    if (std::strcmp(each.name, name) == 0) return each.function;
  return nullptr;
}

// What is not there below must not be there here either.
PFN_vkVoidFunction VKAPI_CALL deviceProc(VkDevice device, const char* name) {
  const PFN_vkVoidFunction below = next.device_proc(device, name);
  const PFN_vkVoidFunction here = own(name);
  return below != nullptr && here != nullptr ? here : below;
}

PFN_vkVoidFunction VKAPI_CALL instanceProc(VkInstance instance, const char* name) {
  const PFN_vkVoidFunction here = own(name);
  if (here != nullptr) return here;
  return next.instance_proc != nullptr ? next.instance_proc(instance, name) : nullptr;
}

}  // namespace

extern "C" __attribute__((visibility("default"))) VKAPI_ATTR VkResult VKAPI_CALL
vkNegotiateLoaderLayerInterfaceVersion(VkNegotiateLayerInterface* negotiated) {
  if (negotiated->loaderLayerInterfaceVersion < 2) return VK_ERROR_INITIALIZATION_FAILED;
  negotiated->loaderLayerInterfaceVersion = 2;
  negotiated->pfnGetInstanceProcAddr = instanceProc;
  negotiated->pfnGetDeviceProcAddr = deviceProc;
  negotiated->pfnGetPhysicalDeviceProcAddr = nullptr;
  return VK_SUCCESS;
}
