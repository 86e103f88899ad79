// A host that allocates by the Vulkan Memory Allocator: its buffers share one memory. Sorts keys.
#include <volk.h>

#include <algorithm>
#include <cstdio>
#include <random>
#include <vector>

#define VMA_STATIC_VULKAN_FUNCTIONS 0
#define VMA_IMPLEMENTATION
#include <vk_mem_alloc.h>

#include "gpu/commands.h"
#include "vksort.h"

namespace {

constexpr uint32_t kCount = 20'000;
constexpr VkDeviceSize kBytes = VkDeviceSize{kCount} * 4;

// Mapped.
struct Buffer {
  Buffer(VmaAllocator owner, VkDeviceSize bytes) : allocator(owner) {
    VkBufferCreateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO;
    info.size = bytes;
    info.usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;
    VmaAllocationCreateInfo how{};
    how.usage = VMA_MEMORY_USAGE_AUTO;
    how.flags = VMA_ALLOCATION_CREATE_HOST_ACCESS_RANDOM_BIT | VMA_ALLOCATION_CREATE_MAPPED_BIT;
    gpu::check(vmaCreateBuffer(allocator, &info, &how, &handle, &allocation, &place), "vmaCreateBuffer");
  }
  ~Buffer() { vmaDestroyBuffer(allocator, handle, allocation); }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;

  uint32_t* words() const { return static_cast<uint32_t*>(place.pMappedData); }
  vksort::Range range(VkDeviceSize bytes) const { return {handle, 0, bytes}; }

  VmaAllocator allocator;
  VkBuffer handle = VK_NULL_HANDLE;
  VmaAllocation allocation = nullptr;
  VmaAllocationInfo place{};
};

bool sorts(const gpu::Device& device, const vksort::Sorter& sorter, VmaAllocator allocator) {
  const VkDeviceSize scratch_bytes = sorter.scratchBytes(kCount);
  const Buffer keys(allocator, kBytes), payload(allocator, kBytes), scratch(allocator, scratch_bytes + 4);
  if (keys.place.deviceMemory != payload.place.deviceMemory || payload.place.offset == 0) return false;
  std::mt19937 random(1);
  std::vector<uint32_t> before(kCount);
  std::ranges::generate(before, [&] { return static_cast<uint32_t>(random() % 1000); });
  std::ranges::copy(before, keys.words());
  vmaFlushAllocation(allocator, keys.allocation, 0, kBytes);
  vksort::SortInfo sort{};
  sort.keys = keys.range(kBytes);
  sort.payload = payload.range(kBytes);
  if (scratch_bytes != 0) sort.scratch = scratch.range(scratch_bytes);
  sort.count = kCount;
  bool recorded = false;
  gpu::submitAndWait(device, [&](VkCommandBuffer cmd) {
    recorded = sorter.record(cmd, sort).ok();
    gpu::fullBarrier(device, cmd);
  });
  for (const Buffer* each : {&keys, &payload}) vmaInvalidateAllocation(allocator, each->allocation, 0, kBytes);
  std::vector<uint32_t> wanted(kCount);
  for (uint32_t i = 0; i < kCount; ++i) wanted[i] = i;
  std::ranges::stable_sort(wanted, {}, [&](uint32_t i) { return before[i]; });
  std::ranges::sort(before);
  return recorded && std::ranges::equal(before, std::vector(keys.words(), keys.words() + kCount)) &&
         std::ranges::equal(wanted, std::vector(payload.words(), payload.words() + kCount));
}

}  // namespace

int main() {
  const gpu::Instance instance({"with vma", false, {}});
  const gpu::Device device(instance, {.physical = instance.devices().at(0).handle});
  vksort::SorterInfo info{};
  info.device = {vkGetInstanceProcAddr, instance.handle(), device.physical(), device.handle(), instance.apiVersion()};
  info.device.enabled_features = VKSORT_PUSH_DESCRIPTOR;
  vksort::Sorter sorter;
  gpu::check(vksort::Sorter::create(info, sorter), "Sorter::create");
  VmaVulkanFunctions functions{};
  functions.vkGetInstanceProcAddr = vkGetInstanceProcAddr;
  functions.vkGetDeviceProcAddr = vkGetDeviceProcAddr;
  VmaAllocatorCreateInfo made{};
  made.instance = instance.handle();
  made.physicalDevice = device.physical();
  made.device = device.handle();
  made.pVulkanFunctions = &functions;
  made.vulkanApiVersion = VK_API_VERSION_1_1;
  VmaAllocator allocator = nullptr;
  gpu::check(vmaCreateAllocator(&made, &allocator), "vmaCreateAllocator");
  const bool sorted = sorts(device, sorter, allocator);
  vmaDestroyAllocator(allocator);
  std::puts(sorted ? "sorted" : "not sorted");
  return sorted ? 0 : 1;
}
