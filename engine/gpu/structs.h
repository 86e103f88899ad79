#pragma once
#include <volk.h>

namespace gpu {

// `type` must be the sType of Struct.
template <typename Struct>
Struct vkStruct(VkStructureType type) {
  Struct made{};
  made.sType = type;
  return made;
}

}  // namespace gpu
