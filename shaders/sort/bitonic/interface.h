// Definitions that C++ and the shaders of the bitonic sort share.
#ifndef VKSORT_BITONIC_INTERFACE_H
#define VKSORT_BITONIC_INTERFACE_H

#include "../interface.h"

// PassPush::segments
#define VKSORT_SEGMENTS_NONE 0
#define VKSORT_SEGMENTS_WHOLE 1  // a workgroup sorts whole segments from a queue
#define VKSORT_SEGMENTS_TABLE 2  // same, with VKSORT_BINDING_DIRECT_TABLE and no set-up
#define VKSORT_SEGMENTS_SLOTS 3  // several workgroups sort each segment

#define VKSORT_TILE_SORT 0
#define VKSORT_TILE_MERGE 1  // finishes a merge stage

// Specialization constants of setup.comp. They determine the passes, see bitonic/passes.cpp.
#define VKSORT_SETUP_WORKGROUP 0    // 32: invocation i handles stage i + 1
#define VKSORT_SETUP_SORTED_LOG2 1  // log2 of the elements sorted per workgroup of the first pass
#define VKSORT_SETUP_TILE_LOG2 2
#define VKSORT_SETUP_MERGE_LOG2 3
#define VKSORT_SETUP_SMALLEST_MERGE_LOG2 4
#define VKSORT_SETUP_REGISTERS_LOG2 5
#define VKSORT_SETUP_LONGEST 6      // strides, at most
#define VKSORT_SETUP_GLOBAL_LOG2 7  // first of six: tile size of the pass with R, R + 1, .. strides, or 0
#define VKSORT_SETUP_MAX_GROUPS_X 13
#define VKSORT_SETUP_COUNT 14

// Specialization constants of segment_setup.comp.
#define VKSORT_SEGMENTS_WORKGROUP 0
#define VKSORT_SEGMENTS_MIN_COUNT 1  // 2, or 1 if a sort also writes keys or payloads
#define VKSORT_SEGMENTS_TINY_LOG2 2  // largest segment of each class
#define VKSORT_SEGMENTS_SMALL_LOG2 3
#define VKSORT_SEGMENTS_TILE_LOG2 4    // slot size
#define VKSORT_SEGMENTS_PACKED_LOG2 5  // tiny segments per workgroup
#define VKSORT_SEGMENTS_ROW 6          // maximum workgroups per row, for whole segments
#define VKSORT_SEGMENTS_MAX_GROUPS_X 7
#define VKSORT_SEGMENTS_COUNT 8

// Contents of the work buffer of a segmented sort, in words:
//   numbers of tiny and small segments
//   for each k: number of slots, and then of segments, in all segments of at least 2^k slots
//   indirect dispatches for tiny segments, for small segments, for each k with 2^0 .. 2^4 workgroups per slot, and to
//   count, move and sum tiles
//   queues of {first, count}: tiny, small and large segments, and large segments sorted by falling k or long segments
#define VKSORT_SEGMENTS_SLOT_END 2  // with a list of tiles: number of large, and then of long segments
#define VKSORT_SEGMENTS_SEGMENT_END 34
#define VKSORT_SEGMENTS_DISPATCH_WORDS 66
#define VKSORT_SEGMENTS_OF_SLOTS 2     // before the slots
#define VKSORT_SEGMENTS_PARTS 5        // for each k
#define VKSORT_SEGMENTS_SLOTS_LOG2 24  // exceeds every k: 2^32 elements in tiles of at least 2^9
#define VKSORT_SEGMENTS_OF_TILES (VKSORT_SEGMENTS_OF_SLOTS + VKSORT_SEGMENTS_SLOTS_LOG2 * VKSORT_SEGMENTS_PARTS)
#define VKSORT_SEGMENTS_DISPATCHES (VKSORT_SEGMENTS_OF_TILES + 3)
#define VKSORT_SEGMENTS_QUEUES 512
#define VKSORT_SEGMENTS_QUEUE_COUNT 4

// SegmentSetUpPush::steps. A dispatch that combines steps must have only one workgroup.
#define VKSORT_SEGMENTS_CLEAR 1
#define VKSORT_SEGMENTS_CLASSIFY 2
#define VKSORT_SEGMENTS_ARRANGE 4
#define VKSORT_SEGMENTS_LIST_TILES 8

#ifdef __cplusplus
namespace vksort::bitonic {
#endif

// Follows Push. Together they need less than 128 bytes, which every device supports.
struct PassPush {
  VKSORT_UINT converts;        // VKSORT_CONVERT_LOADED, ..
  VKSORT_UINT max_last_index;  // the pass finishes sorts whose last index is at most this
  VKSORT_UINT window;          // lowest index bit of the strides
  VKSORT_UINT mirror;          // 1 if the pass starts a merge stage
  VKSORT_UINT segments;
  VKSORT_UINT queue;            // word of the work buffer, or 0 for a table
  VKSORT_UINT segment_counter;  // VKSORT_SEGMENTS_WHOLE: word of the work buffer
  VKSORT_UINT segment_count;    // VKSORT_SEGMENTS_TABLE
  VKSORT_UINT slot_log2;        // VKSORT_SEGMENTS_SLOTS: size of a slot
  VKSORT_UINT min_slots_log2;   // VKSORT_SEGMENTS_SLOTS: smallest segment in this stage
  VKSORT_UINT max_segment;      // VKSORT_SEGMENTS_TABLE
  VKSORT_UINT gathers;          // 1 if the pass replaces indices by payloads
};

struct SegmentSetUpPush {
  VKSORT_UINT steps;  // VKSORT_SEGMENTS_CLEAR, ..
  VKSORT_UINT segment_count;
  VKSORT_UINT max_segment;
  TileList tiles;
};

// Workgroups per pass, for record() and setup.comp. Exact for any 32-bit count.

// Returns the end of the elements that `stage` must merge, or 0 if there are none. The last block of 2^stage elements
// is already sorted if its upper half does not exist. n >= 1, stage = 1 .. 32.
VKSORT_FUNCTION VKSORT_UINT stageEnd(VKSORT_UINT n, VKSORT_UINT stage) {
  const VKSORT_UINT upper = 1u << (stage - 1u);
  const VKSORT_UINT last = n - 1u;
  return (last & upper) != 0u ? n : last & ~(upper | (upper - 1u));
}

VKSORT_FUNCTION VKSORT_UINT globalPasses(VKSORT_UINT above, VKSORT_UINT longest) {
  return (above + longest - 1u) / longest;
}

// Workgroups of 2^elements_log2 elements for the sub-blocks of 2^(window + strides) elements below `end`. window +
// strides = 1 .. 32.
VKSORT_FUNCTION VKSORT_UINT globalGroups(VKSORT_UINT end, VKSORT_UINT window, VKSORT_UINT strides,
                                         VKSORT_UINT elements_log2) {
  const VKSORT_UINT columns = elements_log2 - strides;
  const VKSORT_UINT in_block = (2u << (window + strides - 1u)) - 1u;
  const VKSORT_UINT per_block = 1u << (window - columns);
  const VKSORT_UINT of_last = ceilShift(end & in_block, columns);
  return ((end & ~in_block) >> elements_log2) + (of_last < per_block ? of_last : per_block);
}

#ifdef __cplusplus
}  // namespace vksort::bitonic
#endif

#endif
