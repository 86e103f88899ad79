// What the host and the shaders of the bitonic sort agree on, besides what all sorts do. Read by C++ and by GLSL.
#ifndef VKSORT_BITONIC_INTERFACE_H
#define VKSORT_BITONIC_INTERFACE_H

#include "../interface.h"

// PassPush::segments
#define VKSORT_SEGMENTS_NONE 0   // one range is sorted
#define VKSORT_SEGMENTS_WHOLE 1  // a workgroup sorts whole segments of a queue
#define VKSORT_SEGMENTS_TABLE 2  // the same with VKSORT_BINDING_DIRECT_TABLE, without a set-up
#define VKSORT_SEGMENTS_SLOTS 3  // a segment in slots is sorted by several workgroups

// VKSORT_SPEC_TASK
#define VKSORT_TILE_SORT 0   // sorts tiles
#define VKSORT_TILE_MERGE 1  // ends a merge stage inside tiles

// Specialization constants of setup.comp, which determine the passes; see bitonic/passes.cpp.
#define VKSORT_SETUP_WORKGROUP 0    // 32: invocation i is about stage i + 1
#define VKSORT_SETUP_SORTED_LOG2 1  // log2 of the elements that each workgroup of the first pass sorts
#define VKSORT_SETUP_TILE_LOG2 2
#define VKSORT_SETUP_MERGE_LOG2 3
#define VKSORT_SETUP_SMALLEST_MERGE_LOG2 4
#define VKSORT_SETUP_REGISTERS_LOG2 5
#define VKSORT_SETUP_LONGEST 6      // strides of the longest global pass
#define VKSORT_SETUP_GLOBAL_LOG2 7  // and the next five: sizes of the passes of R, R + 1, .. strides; 0: there is none
#define VKSORT_SETUP_MAX_GROUPS_X 13
#define VKSORT_SETUP_COUNT 14

// Those of segment_setup.comp.
#define VKSORT_SEGMENTS_WORKGROUP 0
#define VKSORT_SEGMENTS_MIN_COUNT 1  // elements that take a pass: 2, or 1 if that writes keys or payloads
#define VKSORT_SEGMENTS_TINY_LOG2 2  // log2 of the elements of the largest segment of each class
#define VKSORT_SEGMENTS_SMALL_LOG2 3
#define VKSORT_SEGMENTS_TILE_LOG2 4    // of a slot
#define VKSORT_SEGMENTS_PACKED_LOG2 5  // log2 of the tiny segments per workgroup
#define VKSORT_SEGMENTS_ROW 6          // workgroups, at most, in a row of the grid over whole segments
#define VKSORT_SEGMENTS_MAX_GROUPS_X 7
#define VKSORT_SEGMENTS_COUNT 8

// The work buffer of a segmented sort, in words. It begins with the numbers of tiny and of small segments. For each k,
// the slots and the segments up to the last segment of 2^k slots follow, in the order of falling k. Then come the words
// of the indirect dispatches: tiny segments, small segments, and for each k the segments of at least 2^k slots, with
// 2^0 .. 2^4 workgroups per slot. The queues of tiny, small and other segments, and the others in order, come last:
// {first, count} of each segment.
#define VKSORT_SEGMENTS_TINY 0
#define VKSORT_SEGMENTS_SMALL 1
#define VKSORT_SEGMENTS_SLOT_END 2
#define VKSORT_SEGMENTS_SEGMENT_END 34
#define VKSORT_SEGMENTS_DISPATCH_WORDS 66
#define VKSORT_SEGMENTS_OF_SLOTS 2     // dispatches before the ones of slots
#define VKSORT_SEGMENTS_PARTS 5        // dispatches for each k
#define VKSORT_SEGMENTS_SLOTS_LOG2 24  // above each k: 2^32 elements in tiles of at least 2^9
#define VKSORT_SEGMENTS_QUEUES 512
#define VKSORT_SEGMENTS_QUEUE_COUNT 4

// SegmentSetUpPush::steps. More than one at a time: in one workgroup.
#define VKSORT_SEGMENTS_CLEAR 1
#define VKSORT_SEGMENTS_CLASSIFY 2
#define VKSORT_SEGMENTS_ARRANGE 4

#ifdef __cplusplus
namespace vksort::bitonic {
#endif

// What follows Push; both together stay below the 128 bytes that every device has.
struct PassPush {
  VKSORT_UINT converts;         // VKSORT_CONVERT_LOADED | ..
  VKSORT_UINT max_last_index;   // of a last element: a pass that converts what it stores is the last one of sorts up to it
  VKSORT_UINT window;           // global.comp: lowest index bit of the pass's strides
  VKSORT_UINT mirror;           // global.comp: 1 if the pass begins a merge stage, 0 if it continues one
  VKSORT_UINT segments;         // VKSORT_SEGMENTS_NONE, ..
  VKSORT_UINT queue;            // segments: word of the work buffer where the pass's queue begins; 0 for a table
  VKSORT_UINT segment_counter;  // VKSORT_SEGMENTS_WHOLE: word of the work buffer with the number of segments
  VKSORT_UINT segment_count;    // VKSORT_SEGMENTS_TABLE: number of segments
  VKSORT_UINT slot_log2;        // VKSORT_SEGMENTS_SLOTS: log2 of the elements in a slot
  VKSORT_UINT min_slots_log2;   // VKSORT_SEGMENTS_SLOTS: log2 of the slots of the smallest segment that takes part
  VKSORT_UINT max_segment;      // VKSORT_SEGMENTS_TABLE: maximum segment size
  VKSORT_UINT gathers;          // VKSORT_LAST_GATHERED and gather.comp: 1 if the pass replaces indices by payloads
};

// Of segment_setup.comp.
struct SegmentSetUpPush {
  VKSORT_UINT steps;          // VKSORT_SEGMENTS_CLEAR | ..
  VKSORT_UINT segment_count;  // in the table
  VKSORT_UINT max_segment;    // elements of a segment, at most
};

// How many workgroups a pass takes, for the host's schedule and for setup.comp. All is exact for any count of 32 bits.

// Of n elements, those in blocks of 2^stage whose upper half exists; a last block without one is sorted already. 0: the
// stage has nothing to do. n: at least 1; stage: 1 .. 32.
VKSORT_FUNCTION VKSORT_UINT stageEnd(VKSORT_UINT n, VKSORT_UINT stage) {
  const VKSORT_UINT upper = 1u << (stage - 1u);
  const VKSORT_UINT last = n - 1u;
  return (last & upper) != 0u ? n : last & ~(upper | (upper - 1u));
}

// Global passes of a merge stage, each of at most `longest` strides, with `above` strides that do not fit a tile.
VKSORT_FUNCTION VKSORT_UINT globalPasses(VKSORT_UINT above, VKSORT_UINT longest) {
  return (above + longest - 1u) / longest;
}

// Workgroups of 2^elements_log2 elements in a global pass over the sub-blocks of 2^(window + strides) elements that
// start below `end`. window + strides: 1 .. 32.
VKSORT_FUNCTION VKSORT_UINT globalGroups(VKSORT_UINT end, VKSORT_UINT window, VKSORT_UINT strides,
                                         VKSORT_UINT elements_log2) {
  const VKSORT_UINT columns = elements_log2 - strides;
  const VKSORT_UINT in_block = (2u << (window + strides - 1u)) - 1u;  // index bits
  const VKSORT_UINT per_block = 1u << (window - columns);
  const VKSORT_UINT of_last = ceilShift(end & in_block, columns);
  return ((end & ~in_block) >> elements_log2) + (of_last < per_block ? of_last : per_block);
}

#ifdef __cplusplus
}  // namespace vksort::bitonic
#endif

#endif
