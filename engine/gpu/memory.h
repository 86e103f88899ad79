// Types and allocations of device memory.
#pragma once
#include "gpu/device.h"
#include "gpu/owned.h"

namespace gpu {

enum class Memory {
  device,    // fastest for the GPU; not mapped
  upload,    // mapped, written by the CPU
  readback,  // mapped, read by the CPU; cached if supported
};

// Returns the best memory type for `kind` among `type_bits` (VkMemoryRequirements::memoryTypeBits).
// Errors: no compatible type.
uint32_t memoryType(const Device& device, uint32_t type_bits, Memory kind);

// Allocates `size` bytes. Errors: out of memory.
Owned<VkDeviceMemory> allocateMemory(const Device& device, VkDeviceSize size, uint32_t type_index);

}  // namespace gpu
