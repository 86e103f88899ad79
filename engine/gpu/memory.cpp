#include "gpu/memory.h"

#include <array>
#include <string>

#include "gpu/structs.h"

namespace gpu {

uint32_t memoryType(const Device& device, uint32_t type_bits, Memory kind) {
  constexpr VkMemoryPropertyFlags kVisible = VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT;
  constexpr VkMemoryPropertyFlags kCoherent = kVisible | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
  constexpr VkMemoryPropertyFlags kCached = kVisible | VK_MEMORY_PROPERTY_HOST_CACHED_BIT;
  // Best first. The last entry is the minimum.
  std::array<VkMemoryPropertyFlags, 3> wanted{};
  switch (kind) {
    case Memory::device:
      wanted = {VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT, 0, 0};
      break;
    case Memory::upload:
      wanted = {kCoherent, kVisible, kVisible};
      break;
    case Memory::readback:
      wanted = {kCached, kCoherent, kVisible};
      break;
  }
  const VkPhysicalDeviceMemoryProperties& memory = device.properties().memory;
  for (const VkMemoryPropertyFlags flags : wanted)
    for (uint32_t i = 0; i < memory.memoryTypeCount; ++i)
      if ((type_bits & (1U << i)) != 0 && (memory.memoryTypes[i].propertyFlags & flags) == flags) return i;
  throw Error(kind == Memory::device ? "no memory type is compatible with the resource"
                                     : "no host-visible memory type is compatible with the resource",
              VK_ERROR_OUT_OF_DEVICE_MEMORY);
}

Owned<VkDeviceMemory> allocateMemory(const Device& device, VkDeviceSize size, uint32_t type_index) {
  auto info = vkStruct<VkMemoryAllocateInfo>(VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO);
  info.allocationSize = size;
  info.memoryTypeIndex = type_index;
  VkDeviceMemory memory = VK_NULL_HANDLE;
  const std::string what = "allocating " + std::to_string(size) + " bytes of device memory";
  check(device.vk.vkAllocateMemory(device.handle(), &info, nullptr, &memory), what.c_str());
  return {device.handle(), memory, device.vk.vkFreeMemory};
}

}  // namespace gpu
