// Ranges of buffers: what of them is bound, and whether it may be.
#pragma once

#include "vksort.h"
#include "vulkan/functions.h"

namespace vksort {

// A part of a range, as it is bound: from an aligned offset down.
struct Binding {
  VkDescriptorBufferInfo buffer;
  VkDeviceSize slack;   // bytes before the part
  std::uint32_t first;  // index of the part's first element in the binding
};

// Elements [first, first + count) of a range.
struct Part {
  std::uint32_t first;
  std::uint32_t count;
  VkDeviceSize element;  // bytes
};

[[nodiscard]] Binding bind(const Range& range, const Part& part, VkDeviceSize offset_alignment);

[[nodiscard]] bool fits(const Range& range, const Part& part);

// One word for a binding that the shaders name and do not use: in the part, if that holds an aligned offset, so that
// validation layers, which take it for read, do not see it meet with the ranges of other sorts.
[[nodiscard]] Binding unusedWord(const Binding& part, VkDeviceSize offset_alignment);

// Whether two parts share a byte.
[[nodiscard]] bool overlap(const Binding& a, const Binding& b);

// The same of what is bound for them, with the slack: validation layers take all of it for used.
[[nodiscard]] bool boundTogether(const Binding& a, const Binding& b);

[[nodiscard]] bool insideBuffer(const DeviceFunctions& vk, VkDevice device, const Range& range);

}  // namespace vksort
