// What the host and the shaders of the sort agree on. Read by C++ and by GLSL.
#ifndef VKSORT_INTERFACE_H
#define VKSORT_INTERFACE_H

// Descriptor set 0. What lies in pairs is at the keys' binding; where nothing else does, the host binds that range to
// both, since the shader names both.
#define VKSORT_BINDING_KEYS 0
#define VKSORT_BINDING_VALUES 1
// What tells the kernels how much there is: the caller's count, or the state of a sort of lists. Where the host counts,
// they name it, but do not use it.
#define VKSORT_BINDING_COUNTS 2
// Of the set-up and the verdict alone: the state, whose words are the arguments of the indirect dispatches, three for
// each; list_setup.comp: the caller's table.
#define VKSORT_BINDING_SETUP 3

// Specialization constants, all 32 bits.
#define VKSORT_SPEC_WORKGROUP 0      // invocations per workgroup, a power of two
#define VKSORT_SPEC_TILE_LOG2 1      // log2 of the keys that one workgroup holds in registers
#define VKSORT_SPEC_STRIDES 2        // global.comp: strides per pass; tile.comp: VKSORT_TILE_*
#define VKSORT_SPEC_INTERLEAVED 3    // 1: {key, value} in one buffer; 2: {value, key}, that is, 64-bit keys
#define VKSORT_SPEC_TIES 4           // 1: what is equal but for the last word is ordered by that
#define VKSORT_SPEC_SUBGROUP_LOG2 5  // log2 of the subgroup size, which must be full and fixed; 0: not known
#define VKSORT_SPEC_ROTATION 6       // subtracted from the order of each key, see key.glsl
#define VKSORT_SPEC_IOTA 7           // 1: the kernel makes up the values as it loads, each element's index in the range
#define VKSORT_SPEC_VALUE_FLIP 8     // the bits of a value to complement where those of the key are
#define VKSORT_SPEC_DEVICE_COUNT 9   // 1: the count is at VKSORT_BINDING_COUNTS
#define VKSORT_SPEC_LISTS 10         // 0: one range; VKSORT_LISTS_WHOLE; else: log2 of the elements of a slot of lists
#define VKSORT_SPEC_PACKED_LOG2 11   // log2 of the lists per workgroup
#define VKSORT_SPEC_EXTRA_FLIP 12    // as VKSORT_SPEC_VALUE_FLIP, of the third word of an element
#define VKSORT_SPEC_COUNT 13
#define VKSORT_LISTS_WHOLE 1         // each workgroup sorts whole lists

#define VKSORT_TILE_SORT 0    // sorts tiles
#define VKSORT_TILE_MERGE 1   // ends a merge stage inside tiles
#define VKSORT_TILE_REPAIR 2  // sorts the tiles that are not in order
#define VKSORT_TILE_SEAM 3    // merges the halves on either side of each seam between tiles that is not in order

// Those of setup.comp: the schedule's tuning, see schedule.h.
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

// Passes that repair: tiles, seams, and the verdict whether the others are needed.
#define VKSORT_REPAIR_PASSES 3

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

// What a dispatch of list_setup.comp does. More than one at a time: in one workgroup.
#define VKSORT_LISTS_CLEAR 1
#define VKSORT_LISTS_CLASSIFY 2
#define VKSORT_LISTS_ARRANGE 4

#ifdef __cplusplus
#include <cstdint>
#define VKSORT_UINT std::uint32_t
namespace vksort {
#else
#define VKSORT_UINT uint
#endif

// 56 bytes of push constants (128 are guaranteed).
struct Push {
  VKSORT_UINT first_key;    // index of the range's first key in its binding, in elements
  VKSORT_UINT first_value;  // the same for values
  VKSORT_UINT count;        // elements in the range; nothing at or past it is read or written. If the device
                            // counts, the most that it may be: nothing past the lesser of the two is written
  VKSORT_UINT window;       // global.comp: lowest index bit of the pass's strides
  VKSORT_UINT mirror;       // global.comp: 1 if the pass begins a merge stage, 0 if it continues one
  VKSORT_UINT load_mask;    // key bits <-> order, see key.glsl; all four are 0 between the first and the last pass
  VKSORT_UINT load_flip;
  VKSORT_UINT store_mask;
  VKSORT_UINT store_flip;
  VKSORT_UINT counts;   // index of the first word at VKSORT_BINDING_COUNTS
  VKSORT_UINT other;    // the same at VKSORT_BINDING_SETUP; lists: of the pass's queue at VKSORT_BINDING_COUNTS
  VKSORT_UINT passes;   // verdict.comp: passes that are not needed if all is in order
  VKSORT_UINT last_of;  // count of the device: the pass is the last one of a sort of up to last_of + 1 elements
  VKSORT_UINT row;      // lists: the word of their number in the state; or log2 of the fewest slots that take part
};

// Those of list_setup.comp.
struct ListsPush {
  VKSORT_UINT steps;     // VKSORT_LISTS_CLEAR | ..
  VKSORT_UINT lists;     // in the table
  VKSORT_UINT capacity;  // elements of the range
  VKSORT_UINT largest;   // elements of a list, at most
  VKSORT_UINT state;     // index of the state's first word in its binding
  VKSORT_UINT source;    // the same of the table
};

#ifdef __cplusplus
}  // namespace vksort
#endif

#endif
