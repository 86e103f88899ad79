// Modules of SPIR-V: the library's own are packed, so that they take a third of the room.
#pragma once

#include <vulkan/vulkan_core.h>

#include <cstdint>

namespace vksort {

// A SPIR-V module in the library, as a DEFLATE stream.
struct Spirv {
  const std::uint32_t* words;
  std::uint32_t bytes;         // size of the SPIR-V; 0 if there is no module
  std::uint32_t packed_bytes;  // size of the stream, with padding to whole words
};

// As embed.cmake writes it.
#define VKSORT_PACKED(name) (::vksort::Spirv{spirv::name, spirv::name##_bytes, sizeof spirv::name})

// Writes the words of the SPIR-V to `out`, which has room for Spirv::bytes. False if they do not come out.
[[nodiscard]] bool unpack(const Spirv& module, std::uint32_t* out);

// The words of a module.
struct ModuleWords {
  const std::uint32_t* words = nullptr;
  std::uint32_t* unpacked = nullptr;  // owned

  ModuleWords() = default;
  ModuleWords(const ModuleWords&) = delete;
  ModuleWords& operator=(const ModuleWords&) = delete;
  ~ModuleWords() { delete[] unpacked; }
  // Once. Errors: VK_ERROR_OUT_OF_HOST_MEMORY; VK_ERROR_INITIALIZATION_FAILED: the module is damaged.
  [[nodiscard]] VkResult open(const Spirv& module);
};

// Writes the `bytes` that a DEFLATE stream holds, without a header. False if it holds fewer or more, or is no such
// stream; what comes out is not checked. Nothing is read or written beyond either end. Source: P. Deutsch, RFC 1951
// (1996).
[[nodiscard]] bool inflate(const std::uint8_t* packed, std::uint32_t packed_bytes, std::uint8_t* out,
                           std::uint32_t bytes);

}  // namespace vksort
