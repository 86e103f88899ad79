// Initializes Vulkan structures.
#pragma once
#include <volk.h>

namespace gpu {

// Returns a structure with its sType, and zeros elsewhere. `type` must be the sType of Struct.
template <typename Struct>
Struct vkStruct(VkStructureType type) {
  Struct made{};
  made.sType = type;
  return made;
}

}  // namespace gpu
