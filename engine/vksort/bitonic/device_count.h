// Sorts whose count is on the device: what they need besides the others.
#pragma once

#include "sort/interface.h"
#include "sorter_state.h"
#include "vulkan/ranges.h"

namespace vksort {

// What a recording binds.
struct Bindings {
  Binding keys;
  Binding values;  // without a second range: the first one again, since the shaders name it
  Binding counts;  // the host counts: a word that the shaders name and do not use
  Binding setup;   // with set-up only
};

// For sorts that begin with setup: checks SortInfo::device_count and state, in the order of Status; adds them to
// `bindings`, whose ranges are set.
[[nodiscard]] Status checkDeviceCount(const SorterState& state, const SortInfo& info, Bindings& bindings);

inline constexpr std::uint32_t kMaxConstants =
    VKSORT_SETUP_COUNT > VKSORT_SPEC_COUNT ? VKSORT_SETUP_COUNT : VKSORT_SPEC_COUNT;

// The specialization constants of setup.comp, VKSORT_SETUP_*.
void setupConstants(const Shape& shape, std::uint32_t max_groups_x, std::uint32_t (&out)[kMaxConstants]);

// Arguments of an indirect dispatch.
struct Arguments {
  VkBuffer buffer = VK_NULL_HANDLE;  // null: none
  VkDeviceSize offset = 0;
};

// Those of pass `index` of a schedule, which may have none: the set-up and what need not wait for it, and the verdict.
[[nodiscard]] Arguments argumentsOf(const Shape& shape, const Range& state, std::uint32_t index);

}  // namespace vksort
