// A module of SPIR-V as the library holds it.
#pragma once

#include "vksort_keys.h"

namespace vksort {

// Of the library itself, packed, so that it takes a third of the room. Of a host's key generator, as it is.
struct Module {
  const std::uint8_t* packed;  // as inflate() takes it, of words whose lowest byte comes first; or null
  std::uint32_t packed_bytes;
  const std::uint32_t* words;  // if it is not packed
  std::uint32_t bytes;         // of the SPIR-V
};
[[nodiscard]] constexpr Module plainModule(const Spirv& spirv) { return {nullptr, 0, spirv.words, spirv.bytes}; }

// As embed.cmake writes it.
#define VKSORT_PACKED(name) (::vksort::Module{name, sizeof name, nullptr, name##_bytes})

// Writes the words of the SPIR-V to `out`, which has room for Module::bytes. False if they do not come out.
[[nodiscard]] bool unpack(const Module& module, std::uint32_t* out);

// The words of a module.
struct ModuleWords {
  const std::uint32_t* words = nullptr;
  std::uint32_t* unpacked = nullptr;  // owned

  ModuleWords() = default;
  ModuleWords(const ModuleWords&) = delete;
  ModuleWords& operator=(const ModuleWords&) = delete;
  ~ModuleWords() { delete[] unpacked; }
  // Once. Errors: VK_ERROR_OUT_OF_HOST_MEMORY; VK_ERROR_INITIALIZATION_FAILED: the module is damaged.
  [[nodiscard]] VkResult open(const Module& module);
};

// Writes the `bytes` that a DEFLATE stream holds, without a header. False if it holds fewer or more, or is no such
// stream; what comes out is not checked. Nothing is read or written beyond either end. Source: P. Deutsch, RFC 1951
// (1996).
[[nodiscard]] bool inflate(const std::uint8_t* packed, std::uint32_t packed_bytes, std::uint8_t* out,
                           std::uint32_t bytes);

}  // namespace vksort
