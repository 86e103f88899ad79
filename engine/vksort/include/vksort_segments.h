// Segmented sort: sorts many ranges of one buffer at once, each by itself. A table in a buffer says where they are.
#pragma once

#include "vksort.h"

namespace vksort {

// Bytes of SegmentInfo::state, on any device and for any number of elements.
[[nodiscard]] constexpr VkDeviceSize segmentStateBytes(std::uint32_t segment_count) {
  return 2048 + VkDeviceSize{32} * segment_count;
}

struct SegmentInfo {
  // The table: {first, count} of each segment, two u32, counted from SortInfo::first. The GPU reads it when the sort
  // runs. Segments may come in any order, with gaps, and with any count. They must not overlap: their contents would be
  // undefined. Elements in gaps are not changed. A segment ends at SortInfo::count at the latest.
  VkBuffer table = VK_NULL_HANDLE;  // must have usage VK_BUFFER_USAGE_STORAGE_BUFFER_BIT
  VkDeviceSize table_offset = 0;    // in bytes; must be a multiple of 4
  // segmentStateBytes() must fit maxStorageBufferRange less minStorageBufferOffsetAlignment. 0 records nothing.
  std::uint32_t segment_count = 0;
  // Elements of the largest segment; of a larger one the first elements are sorted. 0: SortInfo::count. At most
  // MaxCounts::segment, which with Ties::stable and Payload::u32 or interleaved is one tile: 512 to 4096, by device and
  // tuning. State it: a smaller number takes fewer passes. If it fits a workgroup, and segments are alike, or
  // few, one pass sorts all. 1 records nothing, unless indices must be written.
  std::uint32_t max_segment = 0;
  Range state{};  // segmentStateBytes(segment_count); otherwise as IndirectInfo::state
};

// As Sorter::record(). SortInfo::count is the number of elements that segments may lie in, also above
// SorterInfo::max_count. Payload::index counts from 0 in each segment: add the segment's first to find an element.
// SortInfo::scratch is not used. Not with Scratch::required.
[[nodiscard]] VKSORT_API RecordStatus recordSegments(const Sorter& sorter, VkCommandBuffer command_buffer,
                                                     const SortInfo& info, const SegmentInfo& segments);

}  // namespace vksort
