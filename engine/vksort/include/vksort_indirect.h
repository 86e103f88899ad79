// Indirect count: the number of elements is in a buffer, and the GPU reads it when the sort runs.
//   1. Create any Sorter.
//   2. Give it a state buffer of kStateBytes.
//   3. Each frame: write the count, wait with kBefore, recordIndirect(), wait with kAfter.
#pragma once

#include "vksort.h"

namespace vksort {

inline constexpr VkDeviceSize kStateBytes = 2048;  // of a state, on any device and for any count

// Where the count is: a u32, also one of the arguments of a draw. The sort only reads it. The buffer must have usage
// VK_BUFFER_USAGE_STORAGE_BUFFER_BIT.
struct CountSource {
  VkBuffer buffer = VK_NULL_HANDLE;
  VkDeviceSize offset = 0;  // in bytes; must be a multiple of 4
};

struct IndirectInfo {
  CountSource count{};  // must not overlap the other ranges
  // kStateBytes. Its buffer must have VK_BUFFER_USAGE_STORAGE_BUFFER_BIT and VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT.
  // The contents mean nothing before and after. Sorts that may run at the same time must not share it.
  Range state{};
};

// As Sorter::record(). SortInfo::count is the largest count, also for SortInfo::scratch. A larger one in the buffer is
// clamped to it. Elements past the count are not changed.
// Each pass that SortInfo::count needs takes one to two microseconds: keep SortInfo::count near the counts that occur.
[[nodiscard]] VKSORT_API RecordStatus recordIndirect(const Sorter& sorter, VkCommandBuffer command_buffer,
                                                     const SortInfo& info, const IndirectInfo& indirect);

}  // namespace vksort
