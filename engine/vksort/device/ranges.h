// Checks the ranges of a call, and finds the parts to bind.
#pragma once

#include "device/support.h"
#include "vksort.h"

namespace vksort {

// Elements [first, first + count) of a range.
struct Part {
  std::uint32_t first;
  std::uint32_t count;
  VkDeviceSize element;    // bytes
  VkDeviceSize alignment;  // bytes: alignment of the range's offset, and unit of Binding::first
};

// A bound part of a range. It starts at the aligned offset before the part.
struct Binding {
  VkDescriptorBufferInfo buffer;
  VkDeviceSize slack;   // bytes before the part
  std::uint32_t first;  // index of the part's first element or word in the binding, see Part::alignment
};

// A range that a call uses.
struct UsedRange {
  Argument argument = Argument::none;
  const char* name = nullptr;  // for RecordStatus::member
  Range range{};
  Part part{0, 0, 4, 4};
  bool is_used = false;       // otherwise, nothing is checked or bound
  bool has_elements = false;  // the count decides its size, so it can exceed maxStorageBufferRange
  Binding binding{};          // set by placeRanges()
};

// Sets the binding of each used range, even if the range is invalid.
void placeRanges(UsedRange* ranges, std::uint32_t count, VkDeviceSize offset_alignment);

// Returns the first fault of ranges after placeRanges(), also for the Toolkit and the Verifier. Checks one rule for all
// ranges, then the next one.
[[nodiscard]] RecordStatus firstFault(const Connection& connection, const UsedRange* ranges, std::uint32_t count);

// Returns the binding for a part. The range must contain the part.
[[nodiscard]] Binding bindingOf(const Range& range, const Part& part, VkDeviceSize offset_alignment);

// Returns one word for a binding that the shaders declare and do not use. The word is inside the part if the part
// contains an aligned offset, because validation layers assume that it is read, and must not see it overlap the ranges
// of other sorts.
[[nodiscard]] Binding unusedWord(const Binding& part, VkDeviceSize offset_alignment);

// Returns true if the bound bytes overlap, including the slack, because validation layers assume that all are used.
[[nodiscard]] bool boundTogether(const Binding& a, const Binding& b);

}  // namespace vksort
