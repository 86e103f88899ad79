// A module of SPIR-V as the library holds it.
#pragma once

#include "vksort_hook.h"

namespace vksort {

// Of the library itself, packed: a value of 16 bits for most words, so that it takes half of the room. Of a host's
// hook, as it is.
struct Module {
  const std::uint16_t* packed;  // or null
  const std::uint32_t* words;   // if it is not packed
  std::uint32_t bytes;          // of the SPIR-V
};
[[nodiscard]] constexpr Module plainModule(const Spirv& spirv) { return {nullptr, spirv.words, spirv.bytes}; }

// As embed.cmake writes it.
#define VKSORT_PACKED(name) (::vksort::Module{name, nullptr, name##_words * 4})

// Writes the words of the SPIR-V to `out`, which has room for Module::bytes.
void unpack(const Module& module, std::uint32_t* out);

}  // namespace vksort
