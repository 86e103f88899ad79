// Checks the arguments of all record functions, and finds the ranges to bind.
#pragma once

#include "create/sorter.h"
#include "device/ranges.h"

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

// A recording whose arguments are right.
struct Call {
  Request request{};
  Decision decision{};
  Bindings bindings{};
};

// Checks the arguments, decides how to sort them, and fills `out` if they are right. The recording must not be empty.
[[nodiscard]] RecordStatus check(const SorterState& state, VkCommandBuffer command_buffer, const Recording& recording,
                                 Call& out);

// Converts a recording to a request. `scratch_words` becomes Request::scratch_words.
[[nodiscard]] Request requestOf(const Recording& recording, std::uint64_t scratch_words);

// Returns true if keys of the configuration contain the bits.
[[nodiscard]] bool areBitsOfKeys(const Configuration& configuration, KeyBits bits);

}  // namespace vksort
