// The packed form, of 16 bits each: ids and small numbers as they are, up to 0x7fff; the first word of an instruction
// of up to 15 words and an opcode below 0x800 as 0x8000 | words << 11 | opcode; 0x8000 before the low and the high half
// of any other word. embed.cmake writes it.
#include "vulkan/module.h"

#include <cstring>

namespace vksort {

void unpack(const Module& module, std::uint32_t* out) {
  if (!module.packed) {
    std::memcpy(out, module.words, module.bytes);
    return;
  }
  const std::uint16_t* from = module.packed;
  for (std::uint32_t i = 0; i < module.bytes / 4; ++i) {
    const std::uint32_t code = *from++;
    if (code < 0x8000u) {
      out[i] = code;
    } else if (code != 0x8000u) {
      out[i] = (code >> 11 & 15u) << 16 | (code & 0x7ffu);
    } else {
      out[i] = std::uint32_t{from[1]} << 16 | from[0];
      from += 2;
    }
  }
}

}  // namespace vksort
