#include "vulkan/module.h"

#include <cstring>

#include "vulkan/inflate.h"

namespace vksort {

bool unpack(const Module& module, std::uint32_t* out) {
  if (module.packed) {
    return inflate(module.packed, module.packed_bytes, reinterpret_cast<std::uint8_t*>(out), module.bytes);
  }
  std::memcpy(out, module.words, module.bytes);
  return true;
}

}  // namespace vksort
