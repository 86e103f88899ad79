// What the host and the shaders of the bitonic sort agree on, besides what all sorts do. Read by C++ and by GLSL.
#ifndef VKSORT_BITONIC_INTERFACE_H
#define VKSORT_BITONIC_INTERFACE_H

#include "../interface.h"

// VKSORT_SPEC_LISTS: each workgroup sorts whole lists.
#define VKSORT_LISTS_WHOLE 1

// VKSORT_SPEC_TASK
#define VKSORT_TILE_SORT 0    // sorts tiles
#define VKSORT_TILE_MERGE 1   // ends a merge stage inside tiles
#define VKSORT_TILE_REPAIR 2  // sorts the tiles that are not in order
#define VKSORT_TILE_SEAM 3    // merges the halves on either side of each seam between tiles that is not in order
#define VKSORT_TILE_HALVES 4  // merges the halves of each tile: a whole merge stage

// Specialization constants of setup.comp: what the schedule follows from, see schedule.h.
#define VKSORT_SETUP_WORKGROUP 0    // 32: invocation i is about stage i + 1
#define VKSORT_SETUP_FEWEST 1       // elements that take a pass: 2, or 1 if that writes their values
#define VKSORT_SETUP_SORTED_LOG2 2  // log2 of the elements that each workgroup of the first pass sorts
#define VKSORT_SETUP_TILE_LOG2 3
#define VKSORT_SETUP_MERGE_LOG2 4
#define VKSORT_SETUP_SMALLEST_MERGE_LOG2 5
#define VKSORT_SETUP_REGISTERS_LOG2 6
#define VKSORT_SETUP_LONGEST 7      // strides of the longest global pass
#define VKSORT_SETUP_GLOBAL_LOG2 8  // and the next five: sizes of the passes of R, R + 1, .. strides; 0: there is none
#define VKSORT_SETUP_MAX_GROUPS_X 14
#define VKSORT_SETUP_DEVICE_COUNT 15  // 0: all elements there may be are to be sorted
#define VKSORT_SETUP_REPAIRS 16       // 1: the pass that sorts is one of those that the verdict may find needless
#define VKSORT_SETUP_COUNT 17

// Those of list_setup.comp.
#define VKSORT_LISTS_WORKGROUP 0
#define VKSORT_LISTS_FEWEST 1     // as VKSORT_SETUP_FEWEST
#define VKSORT_LISTS_TINY_LOG2 2  // log2 of the elements of the largest list of each class
#define VKSORT_LISTS_SMALL_LOG2 3
#define VKSORT_LISTS_TILE_LOG2 4    // of a slot
#define VKSORT_LISTS_PACKED_LOG2 5  // log2 of the tiny lists per workgroup
#define VKSORT_LISTS_ROW 6          // most workgroups in a row of the grid over whole lists
#define VKSORT_LISTS_MAX_GROUPS_X 7
#define VKSORT_LISTS_COUNT 8

// The state of a sort of many lists, in words. First the numbers of tiny and of small lists; then, for each k, the slots
// and the lists up to the last list of 2^k slots, in the order of falling k; then the arguments of the indirect
// dispatches: tiny lists, small lists, and for each k the lists of at least 2^k slots, with 2^0 .. 2^4 workgroups per
// slot. Last the queues of tiny, small and other lists, and the others in order: {first, count} of each list.
#define VKSORT_LISTS_TINY 0
#define VKSORT_LISTS_SMALL 1
#define VKSORT_LISTS_SLOT_END 2
#define VKSORT_LISTS_LIST_END 34
#define VKSORT_LISTS_ARGUMENTS 66
#define VKSORT_LISTS_OF_SLOTS 2     // the arguments before those
#define VKSORT_LISTS_PARTS 5        // arguments for each k
#define VKSORT_LISTS_SLOTS_LOG2 24  // above each k: 2^32 elements in tiles of at least 2^10, and 1 more
#define VKSORT_LISTS_QUEUES 512
#define VKSORT_LISTS_QUEUE_COUNT 4

// ListSetUpPush::steps. More than one at a time: in one workgroup.
#define VKSORT_LISTS_CLEAR 1
#define VKSORT_LISTS_CLASSIFY 2
#define VKSORT_LISTS_ARRANGE 4

#ifdef __cplusplus
namespace vksort::bitonic {
#endif

// What follows Push; both together stay below the 128 bytes that every device has.
struct PassPush {
  VKSORT_UINT window;      // global.comp: lowest index bit of the pass's strides
  VKSORT_UINT mirror;      // global.comp: 1 if the pass begins a merge stage, 0 if it continues one
  VKSORT_UINT load_mask;   // bits of a first word <-> its order, see key.glsl; all four are 0 between the first and the
  VKSORT_UINT load_flip;   // last pass
  VKSORT_UINT store_mask;
  VKSORT_UINT store_flip;
  VKSORT_UINT last_of;           // count of the device: the last pass of a sort of up to last_of + 1 elements
  VKSORT_UINT spared_passes;     // verdict.comp: passes that are not needed if all is in order
  VKSORT_UINT queue;             // lists: word of the state where the pass's queue begins
  VKSORT_UINT list_counter;      // whole lists: word of the state where their number is
  VKSORT_UINT least_slots_log2;  // lists in slots: log2 of the fewest slots of a list that takes part
};

// Of list_setup.comp.
struct ListSetUpPush {
  VKSORT_UINT steps;       // VKSORT_LISTS_CLEAR | ..
  VKSORT_UINT list_count;  // lists in the table
  VKSORT_UINT largest;     // elements of a list, at most
};

#ifdef __cplusplus
}  // namespace vksort::bitonic
#endif

#endif
