#pragma once
#include "gpu/device.h"
#include "gpu/owned.h"

namespace gpu {

enum class Memory {
  device,    // not mapped
  upload,    // mapped, for CPU writes
  readback,  // mapped, for CPU reads; cached if supported
};

// `type_bits` is VkMemoryRequirements::memoryTypeBits.
uint32_t memoryType(const Device& device, uint32_t type_bits, Memory kind);

Owned<VkDeviceMemory> allocateMemory(const Device& device, VkDeviceSize size, uint32_t type_index);

}  // namespace gpu
