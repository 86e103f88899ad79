// What record() and its kin return.
#pragma once

#include <vulkan/vulkan_core.h>

#include <cstdint>

#ifndef VKSORT_API  // of a shared library, the build of vksort sets it
#define VKSORT_API
#endif

namespace vksort {

// What was wrong with a call. Nothing was recorded then. Device::log gets the message. Without a log, libraries
// built without NDEBUG stop with it; define VKSORT_ASSERT(message) when building vksort to change that.
enum class Argument : std::uint8_t {
  none,
  sorter,
  command_buffer,
  keys,
  payload,
  count,
  key_type,
  order,
  nan_rule,
  significant_bits,
  scratch,
  descriptor_set,
  timestamps,
  count_buffer,
  segments,
  state,
  ordering,
  result,
  source,  // of a Toolkit's recordings: this and those below
  target,
  indices,
  count_target,
  element_words,
  struct_size,  // vksort_c.h
};
enum class Fault : std::uint8_t {
  none,
  missing,      // it is null, and must not be
  unexpected,   // it must be null or its default
  whole_size,   // its size is VK_WHOLE_SIZE; it must be in bytes, as Vulkan has no query for a buffer's size
  misaligned,   // its offset
  too_small,    // its range has fewer bytes than the call needs: see RecordStatus::needed
  too_large,    // it is above a limit of the device or of SorterInfo: see RecordStatus::allowed
  overlapping,  // the call uses bytes of it that are also those of an argument before it
  past_buffer,  // it reaches past the end of its buffer's memory. Only libraries built without NDEBUG ask for it
  invalid,      // it is not a value of its enumeration, or not for this Sorter
};
struct RecordStatus {
  Argument argument = Argument::none;
  Fault fault = Fault::none;
  VkDeviceSize needed = 0;  // too_small, and scratch that is missing: bytes that the range must have
  // too_large: the largest count, the largest max_segment, or for `state` the largest number of segments
  std::uint32_t allowed = 0;

  [[nodiscard]] constexpr bool ok() const { return fault == Fault::none; }
};
// One line that names the argument and the rule; a static string.
[[nodiscard]] VKSORT_API const char* describe(const RecordStatus& status);

}  // namespace vksort
