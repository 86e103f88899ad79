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

// By VKSORT_BINDING_*: keys, payload, counts, state, scratch. An unused binding is one word of the keys.
using Bindings = Binding[kMaxBindings];

// A recording that may be made.
struct Call {
  Request request{};
  Decision decision{};
  Bindings bindings{};
};

// Checks the arguments, decides how they are sorted, and fills `out` if they are right. The recording must not be
// empty.
[[nodiscard]] RecordStatus check(const SorterState& state, VkCommandBuffer command_buffer, const Recording& recording,
                                 Call& out);

// `scratch_words`: available, as Request::scratch_words.
[[nodiscard]] Request requestOf(const Recording& recording, std::uint64_t scratch_words);

// Whether keys of the configuration have the bits.
[[nodiscard]] bool areBitsOfKeys(const Configuration& configuration, KeyBits bits);

// Index-only sorts keep their keys at the end of the scratch memory, which is one argument.
struct IndexOnly {
  VkDeviceSize keys_offset;  // in the scratch memory, in bytes
  VkDeviceSize bytes;        // of all of it
};
[[nodiscard]] IndexOnly indexOnlyOf(std::uint64_t scratch_words, std::uint32_t count);

}  // namespace vksort
