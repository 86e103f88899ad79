// Device memory: which type, and one allocation.
#pragma once
#include "gpu/device.h"
#include "gpu/owned.h"

namespace gpu {

enum class Memory {
  device,    // fastest for the GPU; not mapped
  upload,    // mapped, written by the host
  readback,  // mapped, read by the host; cached where the device has that
};

// Best memory type for `kind` among the bits of `type_bits` (VkMemoryRequirements::memoryTypeBits).
// Errors: none of them fits.
uint32_t memoryType(const Device& device, uint32_t type_bits, Memory kind);

// One VkDeviceMemory of `size` bytes. Errors: no fitting type, out of memory.
Owned<VkDeviceMemory> allocateMemory(const Device& device, VkDeviceSize size, uint32_t type_index);

}  // namespace gpu
