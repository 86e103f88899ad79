#pragma once

#include <vulkan/vulkan_core.h>

#include <cstdint>

namespace vksort {

struct Spirv {
  const std::uint32_t* words;  // a DEFLATE stream, or the SPIR-V if packed_bytes is 0
  std::uint32_t bytes;         // 0 if there is no module
  std::uint32_t packed_bytes;  // padded to whole words
};

#define VKSORT_PACKED(name) (::vksort::Spirv{spirv::name, spirv::name##_bytes, sizeof spirv::name})

// Returns false if the stream is damaged. `out` has room for Spirv::bytes.
[[nodiscard]] bool unpack(const Spirv& module, std::uint32_t* out);

struct ModuleWords {
  const std::uint32_t* words = nullptr;
  std::uint32_t* unpacked = nullptr;  // owned

  ModuleWords() = default;
  ModuleWords(const ModuleWords&) = delete;
  ModuleWords& operator=(const ModuleWords&) = delete;
  ~ModuleWords() { delete[] unpacked; }
  // Fails with VK_ERROR_INITIALIZATION_FAILED if the module is damaged.
  [[nodiscard]] VkResult open(const Spirv& module);
};

// Decompresses a DEFLATE stream without a header (P. Deutsch, RFC 1951, 1996). Returns false if the stream is invalid,
// or does not contain exactly `bytes`. Never reads or writes outside the arrays.
[[nodiscard]] bool inflate(const std::uint8_t* packed, std::uint32_t packed_bytes, std::uint8_t* out,
                           std::uint32_t bytes);

}  // namespace vksort
