// Sorts with an indirect count, and segmented sorts. vksort.h includes this header.
#ifndef VKSORT_COUNTS_H
#define VKSORT_COUNTS_H

#include "vksort_device.h"

#ifdef __cplusplus
extern "C" {
#endif

// A u32 in a buffer, which can be part of an indirect draw command. The buffer must have
// VK_BUFFER_USAGE_STORAGE_BUFFER_BIT.
typedef struct vksortCountSource {
  VkBuffer buffer;
  VkDeviceSize offset;  // in bytes; must be a multiple of 4
} vksortCountSource;

#define VKSORT_WORK_BYTES 2048u  // size of IndirectInfo::work

// For vksortRecordIndirect(). SortInfo::count is the maximum count. If the count in the buffer is larger, the sort uses
// the maximum. Elements after the count are not changed. You should use a maximum close to the usual counts, because
// each pass for the maximum takes one to two microseconds even if there is nothing to sort.
typedef struct vksortIndirectInfo {
  vksortCountSource count;  // only read; must not overlap the other ranges
  // Work buffer of VKSORT_WORK_BYTES, with any contents. Sorts that may run at the same time must not share it.
  // Its buffer must have VK_BUFFER_USAGE_STORAGE_BUFFER_BIT and VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT.
  vksortRange work;
} vksortIndirectInfo;

// Size of SegmentInfo::work in bytes.
#define VKSORT_SEGMENT_WORK_BYTES(segment_count) (VKSORT_WORK_BYTES + 32ull * (segment_count))

// For vksortRecordSegments(). SortInfo::count is the number of elements that contain the segments, and can exceed
// SorterInfo::max_count. Indices count from 0 in each segment: add the segment's `first` to find an element.
// SortInfo::scratch makes segments faster that exceed a workgroup (512 to 4096 elements, depending on the device).
//   The Sorter must not have Scratch::required.
typedef struct vksortSegmentInfo {
  // The table contains two u32 {first, count} for each segment, counted from SortInfo::first. The GPU reads it when the
  // sort runs. Segments can be in any order, with any count, but must not overlap. Elements between them are not
  // changed. A segment that exceeds SortInfo::count is cut off there.
  VkBuffer table;             // must have VK_BUFFER_USAGE_STORAGE_BUFFER_BIT
  VkDeviceSize table_offset;  // in bytes; must be a multiple of 4
  uint32_t segment_count;     // if 0, only timestamps are written. maxStorageBufferRange limits the work buffer
  // Maximum number of elements per segment, or 0 for SortInfo::count.
  // This or SortInfo::count must be at most MaxCounts::segment, or MaxCounts::with_scratch with scratch memory.
  // In a larger segment, only the first elements are sorted. You should set it, because a smaller maximum needs fewer
  // passes, and a single one if segments fit a workgroup and their sizes are similar. If 1, the sort only writes
  // indices, if any.
  uint32_t max_segment;
  vksortRange work;  // VKSORT_SEGMENT_WORK_BYTES(segment_count), otherwise like IndirectInfo::work
} vksortSegmentInfo;

#ifdef __cplusplus
}  // extern "C"

namespace vksort {

using CountSource = vksortCountSource;
using IndirectInfo = vksortIndirectInfo;
using SegmentInfo = vksortSegmentInfo;

}  // namespace vksort
#endif
#endif  // VKSORT_COUNTS_H
