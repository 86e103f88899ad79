// Edited sort shaders; see table.cmake.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "support/vulkan_mock/mock.h"

namespace test {

struct Variant {
  const char* name;
  const char* module;
  const char* description;
  std::span<const uint32_t> code;
};

// Returns the first match, and throws if there is none.
const Variant& variantOf(std::string_view name, std::string_view module = {});
std::string describe(const Variant& variant);
Faults planted(const Variant& variant);

}  // namespace test
