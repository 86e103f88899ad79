// The kernels of the radix sort.
#pragma once

#include "radix/shape.h"
#include "vulkan/pipelines.h"

namespace vksort::radix {

// By shape each, but for the last two, of which there is one.
enum class Role : std::uint8_t {
  set_up,       // clears what a histogram adds to; finds the workgroups, if the device counts and may find many
  count,        // counts all digits, where all look back; else the first digit, by tiles
  first_pass,   // moves by the first digit from the range to the copy, and counts the others; if coherent, decides
  pass,         // moves by a digit from range or copy to copy or range
  decision,     // whether they are needed, of coherent sorts whose first pass does not say so; by value as count_values
  count_digit,  // counts a later digit, by tiles, where no pass has
  sum,          // sums a table of those up
  count_values,  // sums rows up; whether passes by value are needed, and if so counts all digits of the values;
                 // if the device counts, tells those passes their workgroups
  runs,          // puts the values of equal keys in order behind passes by key alone
};
inline constexpr std::uint32_t kRolesByShape = 7;
inline constexpr std::uint32_t kFirstOfAll = kRolesByShape * kMaxShapes;
inline constexpr std::uint32_t kKernelCount = kFirstOfAll + 2;

[[nodiscard]] constexpr std::uint32_t kernelOf(Role role, std::uint32_t shape) {
  const auto index = static_cast<std::uint32_t>(role);
  return index < kRolesByShape ? shape * kRolesByShape + index : kFirstOfAll + index - kRolesByShape;
}
[[nodiscard]] constexpr Role roleOf(std::uint32_t kernel) {
  return static_cast<Role>(kernel < kFirstOfAll ? kernel % kRolesByShape : kernel - kFirstOfAll + kRolesByShape);
}

// The module that the role's kernels are made from.
// `by_value`: of a sort that Setting::value_digits are of.
[[nodiscard]] Module moduleOf(const Configuration& configuration, Role role, const Shape& shape, bool by_value);
// `hook` may be null; else what counts computes the keys by it.
[[nodiscard]] PipelineSource sourceOf(const Setting& setting, std::uint32_t kernel, const Hook* hook);
// A static string.
[[nodiscard]] const char* nameOf(std::uint32_t kernel);

}  // namespace vksort::radix
