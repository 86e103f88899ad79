// The arguments of Sorter::record(): whether they are right, and what of them is bound.
#pragma once

#include "sorter_state.h"
#include "vulkan/ranges.h"

namespace vksort {

// By role: VKSORT_BINDING_*. Without a range of their own values are the keys again, counts a word of them, and scratch
// memory the counts, since the shaders name all three.
struct Bindings {
  Binding keys;
  Binding values;
  Binding counts;
  Binding state;
  Binding lists;
  Binding scratch;
};

// Checks them in the order of SortStatus; fills `out` if they are right. There must be something to sort.
[[nodiscard]] SortStatus check(const SorterState& state, VkCommandBuffer command_buffer, const SortInfo& info,
                               Bindings& out);

// How much a recording sorts.
[[nodiscard]] Amount amountOf(const SorterState& state, const SortInfo& info);

}  // namespace vksort
