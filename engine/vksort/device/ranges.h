#pragma once

#include "device/support.h"
#include "vksort.h"

namespace vksort {

struct Part {
  std::uint32_t first;
  std::uint32_t count;
  VkDeviceSize element;
  VkDeviceSize alignment;  // in bytes, and unit of Binding::first
};

struct Binding {
  VkDescriptorBufferInfo buffer;
  VkDeviceSize slack;   // bytes from the aligned offset to the part
  std::uint32_t first;  // offset of the part in units of Part::alignment
};

struct UsedRange {
  Argument argument = Argument::none;
  const char* name = nullptr;  // for RecordStatus::member
  Range range{};
  Part part{0, 0, 4, 4};
  bool is_used = false;       // otherwise, it is not checked or bound
  bool has_elements = false;  // its size depends on the count, so it can exceed maxStorageBufferRange
  Binding binding{};
};

// Also works for invalid ranges.
void placeRanges(UsedRange* ranges, std::uint32_t count, VkDeviceSize offset_alignment);

// Checks one rule for all ranges, then the next one. placeRanges() must have been called.
[[nodiscard]] RecordStatus firstFault(const Connection& connection, const UsedRange* ranges, std::uint32_t count);

// The range must contain the part.
[[nodiscard]] Binding bindingOf(const Range& range, const Part& part, VkDeviceSize offset_alignment);

// Returns a word for an unused binding. It is inside the part if the part contains an aligned offset, because
// validation layers assume that the word is read, and must not see it overlap the ranges of other sorts.
[[nodiscard]] Binding unusedWord(const Binding& part, VkDeviceSize offset_alignment);

// Includes the slack, because validation layers assume that all bound bytes are used.
[[nodiscard]] bool boundTogether(const Binding& a, const Binding& b);

}  // namespace vksort
