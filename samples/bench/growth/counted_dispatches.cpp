#include "growth/counted_dispatches.h"

#include <atomic>
#include <cstring>

namespace bench {
namespace {

std::atomic<std::uint64_t> counted = 0;
std::atomic<PFN_vkCmdDispatch> next_dispatch = nullptr;
std::atomic<PFN_vkCmdDispatchIndirect> next_indirect = nullptr;

VKAPI_ATTR void VKAPI_CALL dispatch(VkCommandBuffer cmd, std::uint32_t x, std::uint32_t y, std::uint32_t z) {
  counted.fetch_add(1, std::memory_order_relaxed);
  next_dispatch.load(std::memory_order_relaxed)(cmd, x, y, z);
}

VKAPI_ATTR void VKAPI_CALL dispatchIndirect(VkCommandBuffer cmd, VkBuffer buffer, VkDeviceSize offset) {
  counted.fetch_add(1, std::memory_order_relaxed);
  next_indirect.load(std::memory_order_relaxed)(cmd, buffer, offset);
}

PFN_vkVoidFunction VKAPI_CALL deviceProcAddr(VkDevice device, const char* name) {
  const PFN_vkVoidFunction found = vkGetDeviceProcAddr(device, name);
  if (std::strcmp(name, "vkCmdDispatch") == 0) {
    next_dispatch = reinterpret_cast<PFN_vkCmdDispatch>(found);
    return reinterpret_cast<PFN_vkVoidFunction>(dispatch);
  }
  if (std::strcmp(name, "vkCmdDispatchIndirect") == 0) {
    next_indirect = reinterpret_cast<PFN_vkCmdDispatchIndirect>(found);
    return reinterpret_cast<PFN_vkVoidFunction>(dispatchIndirect);
  }
  return found;
}

}  // namespace

PFN_vkVoidFunction VKAPI_CALL countingInstanceProcAddr(VkInstance instance, const char* name) {
  if (std::strcmp(name, "vkGetDeviceProcAddr") == 0) return reinterpret_cast<PFN_vkVoidFunction>(deviceProcAddr);
  return vkGetInstanceProcAddr(instance, name);
}

std::uint64_t countedDispatches() { return counted; }

}  // namespace bench
