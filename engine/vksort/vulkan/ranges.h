// Ranges of buffers that a recording is given: what of them is bound, and whether it may be. One ladder of checks.
#pragma once

#include "vksort.h"
#include "vulkan/functions.h"

namespace vksort {

// Elements [first, first + count) of a range.
struct Part {
  std::uint32_t first;
  std::uint32_t count;
  VkDeviceSize element;  // bytes
};

// A part of a range, as it is bound: from an aligned offset down.
struct Binding {
  VkDescriptorBufferInfo buffer;
  VkDeviceSize slack;   // bytes before the part
  std::uint32_t first;  // index of the part's first element in the binding
};

// The rungs, in the order in which they are climbed: what may be wrong with an argument.
enum class Fault : std::uint8_t {
  none,
  null,
  misaligned,   // its offset is no multiple of the element
  too_small,    // it does not hold its part
  too_large,    // its binding is larger than maxStorageBufferRange
  overlapping,  // its part shares a byte with that of an argument before it
  past_buffer,  // it reaches past the buffer's end
};

struct Argument {
  Range range;
  Part part;
  bool is_given = true;       // else nothing is checked, and nothing bound
  bool has_elements = false;  // it may be too large
  Binding binding{};          // once it is known to be no smaller than its part
};

struct FaultyArgument {
  Fault fault = Fault::none;
  std::uint32_t index = 0;
};

// Checks for arguments [begin, end) of a list, of which those before `begin` are right: each rung for all of them, then
// the next.
struct Ladder {
  const DeviceFunctions& vk;
  VkDevice device;
  VkDeviceSize offset_alignment;
  VkDeviceSize max_range;

  // The first fault of the rungs `from` .. `to`.
  [[nodiscard]] FaultyArgument climb(Argument* arguments, std::uint32_t begin, std::uint32_t end, Fault from,
                                     Fault to) const;

 private:
  [[nodiscard]] bool has(Fault fault, Argument* arguments, std::uint32_t index) const;
};

// One word for a binding that the shaders name and do not use: in the part, if that holds an aligned offset, so that
// validation layers, which take it for read, do not see it meet with the ranges of other sorts.
[[nodiscard]] Binding unusedWord(const Binding& part, VkDeviceSize offset_alignment);

// Whether what is bound, with the slack, shares a byte: validation layers take all of it for used.
[[nodiscard]] bool boundTogether(const Binding& a, const Binding& b);

}  // namespace vksort
