// The arguments of all record functions: whether they are right, and what of them is bound.
#pragma once

#include "sorter_state.h"
#include "vulkan/ranges.h"

namespace vksort {

// A recording of any mode; null: not of that mode.
struct Recording {
  const SortInfo& sort;
  const CountSource* count = nullptr;
  const SegmentInfo* segments = nullptr;
  const Range* state = nullptr;
  bool incremental = false;

  [[nodiscard]] bool isEmpty() const { return sort.count == 0 || (segments && segments->segment_count == 0); }
};

// By role: VKSORT_BINDING_*. Those that the recording does not use are a word of the keys.
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

// The byte of the scratch memory where generated keys begin that have no range of their own.
[[nodiscard]] VkDeviceSize keysOffset(std::uint64_t scratch_words);

}  // namespace vksort
