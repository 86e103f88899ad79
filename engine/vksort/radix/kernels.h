// The kernels of the radix sort.
#pragma once

#include "radix/shape.h"
#include "vulkan/pipelines.h"

namespace vksort::radix {

enum class Role : std::uint8_t {
  set_up,      // clears what kernels add to; finds the workgroups of an indirect count
  count_all,   // counts the digits of all passes, for those that look back
  sum,         // sums a table
  count,       // of a shape: counts the digit of a pass, by tiles
  first_pass,  // of a shape: moves by the first digit; sums the table, and counts the other digits
  pass,        // of a shape: moves by a digit
};
inline constexpr std::uint32_t kRoles = 3, kRolesByShape = 3;  // of which there is one; and one for each shape
inline constexpr std::uint32_t kKernelCount = kRoles + kRolesByShape * kMaxShapes;

[[nodiscard]] constexpr std::uint32_t kernelOf(Role role, std::uint32_t shape) {
  const auto index = static_cast<std::uint32_t>(role);
  return index < kRoles ? index : index + shape * kRolesByShape;
}
[[nodiscard]] constexpr Role roleOf(std::uint32_t kernel) {
  return static_cast<Role>(kernel < kRoles ? kernel : kRoles + (kernel - kRoles) % kRolesByShape);
}

// The module that the role's kernels are made from.
[[nodiscard]] Module moduleOf(const Configuration& configuration, Role role);
// `hook` may be null; else the first count computes the keys by it.
[[nodiscard]] PipelineSource sourceOf(const Setting& setting, std::uint32_t kernel, const Hook* hook);
// A static string.
[[nodiscard]] const char* nameOf(std::uint32_t kernel);

}  // namespace vksort::radix
