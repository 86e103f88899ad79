// Checks the arguments of all record functions, and finds the ranges to bind.
#pragma once

#include "sorter_state.h"
#include "vulkan/ranges.h"

namespace vksort {

// A recording of any mode. A pointer is null unless the recording has that mode.
struct Recording {
  const SortInfo& sort;
  const CountSource* count = nullptr;
  const SegmentInfo* segments = nullptr;
  const Range* state = nullptr;

  [[nodiscard]] bool isEmpty() const { return sort.count == 0 || (segments && segments->segment_count == 0); }
};

// By role: VKSORT_BINDING_*. An unused binding is one word of the keys.
struct Bindings {
  Binding keys;
  Binding payload;
  Binding counts;
  Binding state;
  Binding scratch;
};

// Checks the arguments, and fills the outputs if they are right. The recording must not be empty.
[[nodiscard]] RecordStatus check(const SorterState& state, VkCommandBuffer command_buffer, const Recording& recording,
                                 Request& request, Bindings& out);

// Whether keys of the configuration have the bits.
[[nodiscard]] bool areBitsOfKeys(const Configuration& configuration, KeyBits bits);

// Offset of generated keys in scratch memory, in bytes, if they have no range of their own.
[[nodiscard]] VkDeviceSize keysOffset(std::uint64_t scratch_words);

}  // namespace vksort
