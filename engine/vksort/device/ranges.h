// Checks the ranges of a recording, and finds the parts to bind.
#pragma once

#include "vksort.h"
#include "device/support.h"

namespace vksort {

// Elements [first, first + count) of a range.
struct Part {
  std::uint32_t first;
  std::uint32_t count;
  VkDeviceSize element;    // bytes
  VkDeviceSize alignment;  // bytes: of the range's offset, and of the unit that Binding::first counts
};

// A part of a range, as it is bound: from an aligned offset down.
struct Binding {
  VkDescriptorBufferInfo buffer;
  VkDeviceSize slack;   // bytes before the part
  std::uint32_t first;  // index of the part's first element in the binding, or of its first word
};

struct RangeArgument {
  Argument argument = Argument::none;
  Range range{};
  Part part{0, 0, 4, 4};
  bool is_given = false;      // else nothing is checked, and nothing bound
  bool has_elements = false;  // it may be too large
  Binding binding{};          // once it is known to be no smaller than its part
};

// The first fault of arguments [0, count): one fault for all of them, then the next, in the order of `kRangeFaults`.
// Either that they are missing, or, `past_missing`, the others.
[[nodiscard]] RecordStatus firstFault(const Connection& connection, RangeArgument* arguments, std::uint32_t count,
                                      bool past_missing);

// The part of the range, which must be no smaller.
[[nodiscard]] Binding bind(const Range& range, const Part& part, VkDeviceSize offset_alignment);

// One word for a binding that the shaders name and do not use: in the part, if that holds an aligned offset, so that
// validation layers, which take it for read, do not see it meet with the ranges of other sorts.
[[nodiscard]] Binding unusedWord(const Binding& part, VkDeviceSize offset_alignment);

// Whether the bound bytes, with the slack, overlap: validation layers take all of them for used.
[[nodiscard]] bool boundTogether(const Binding& a, const Binding& b);

}  // namespace vksort
