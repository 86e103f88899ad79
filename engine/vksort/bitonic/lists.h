// Sorts of many lists: what they need besides the others.
#pragma once

#include "bitonic/device_count.h"

namespace vksort {

inline constexpr std::uint32_t kPackedLog2 = 2;  // log2 of the lists per workgroup of tiny_sort

// The specialization constants of list_setup.comp, VKSORT_LISTS_*.
void listConstants(const Shape& shape, std::uint32_t max_groups_x, std::uint32_t (&out)[kMaxConstants]);

// Checks SortInfo::lists and state, in the order of Status; adds them to `bindings`, whose ranges are set.
[[nodiscard]] Status checkLists(const SorterState& state, const SortInfo& info, Bindings& bindings);

// How many lists there are, and how large one may be.
struct ListBounds {
  std::uint32_t list_count;
  std::uint32_t largest;
};
[[nodiscard]] ListBounds boundsOf(const SortInfo& info);

// The passes of all lists, in order: list_setup, once or, for many lists, in steps, which are in Pass::window; those
// that sort lists, or parts of them, which need nothing of each other; those that merge parts. Workgroups are not set.
void buildListSchedule(const Shape& shape, const ListBounds& bounds, Schedule& out);

// Sets the members of `push` that are about lists. Only for passes after the set-up, as the next one.
void pushLists(const Shape& shape, const ListBounds& bounds, const Pass& pass, Push& push);
// The arguments of the pass's dispatch.
[[nodiscard]] Arguments listArgumentsOf(const Shape& shape, const Range& state, const Pass& pass);

}  // namespace vksort
