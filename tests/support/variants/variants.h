// Sort shaders with something changed; table.cmake has them.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "support/vulkan_mock/mock.h"

namespace test {

struct Variant {
  const char* name;
  const char* module;  // the shipped one that it is made from
  const char* description;
  std::span<const uint32_t> code;
};

// The first of that name and module; throws if there is none.
const Variant& variantOf(std::string_view name, std::string_view module = {});
std::string describe(const Variant& variant);
// The fault that puts the variant in the place of the shipped shader.
Faults planted(const Variant& variant);

}  // namespace test
