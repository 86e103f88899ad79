// What the host and all shaders of a sort agree on, whatever the algorithm. Read by C++ and by GLSL.
#ifndef VKSORT_INTERFACE_H
#define VKSORT_INTERFACE_H

// Descriptor set 0, by role; a Sorter has those that its configuration uses. What lies in pairs is at the keys' binding;
// where nothing else does, the host binds that range to both, since the shaders name both.
#define VKSORT_BINDING_KEYS 0
#define VKSORT_BINDING_VALUES 1
#define VKSORT_BINDING_COUNTS 2  // what tells the kernels how much there is: the caller's count, or, of lists, the state
                                 // that their set-up has filled. Where the host counts it is named and not used
#define VKSORT_BINDING_STATE 3   // the arguments of indirect dispatches, three words for each, as the set-up writes them
#define VKSORT_BINDING_LISTS 4   // the caller's table of lists, for their set-up
#define VKSORT_BINDING_SCRATCH 5 // what the host lends to sorts that are not in place
#define VKSORT_BINDINGS 6  // how many numbers there are

// Specialization constants of the kernels that load and store elements, all 32 bits.
#define VKSORT_SPEC_WORKGROUP 0      // invocations per workgroup, a power of two
#define VKSORT_SPEC_TILE_LOG2 1      // log2 of the elements that one workgroup holds in registers
#define VKSORT_SPEC_STRIDES 2        // of a global pass
#define VKSORT_SPEC_INTERLEAVED 3    // 1: {key, value} in one buffer; 2: {value, key}, that is, 64-bit keys
#define VKSORT_SPEC_TIES 4           // 1: what is equal but for the last word is ordered by that
#define VKSORT_SPEC_SUBGROUP_LOG2 5  // log2 of the subgroup size, which must be full and fixed; 0: not known
#define VKSORT_SPEC_ROTATION 6       // subtracted from the order of each first word, see key.glsl
#define VKSORT_SPEC_IOTA 7           // 1: the kernel makes up the values as it loads, each element's index in the range
#define VKSORT_SPEC_SECOND_FLIP 8    // the bits of an element's second word to complement where those of the first are
#define VKSORT_SPEC_DEVICE_COUNT 9   // 1: the count is at VKSORT_BINDING_COUNTS
#define VKSORT_SPEC_LISTS 10         // 0: one range; VKSORT_LISTS_WHOLE; else: log2 of the elements of a slot of lists
#define VKSORT_SPEC_PACKED_LOG2 11   // log2 of the lists per workgroup
#define VKSORT_SPEC_THIRD_FLIP 12    // as VKSORT_SPEC_SECOND_FLIP, of the third word
#define VKSORT_SPEC_TASK 13          // of a tile: VKSORT_TILE_*
#define VKSORT_SPEC_LOOPS 14         // of subgroup.comp, 1: a third of the code, in loops; 0: shuffles have literal masks
#define VKSORT_SPEC_COUNT 15

#ifdef __cplusplus
#include <cstdint>
#define VKSORT_UINT std::uint32_t
namespace vksort {
#else
#define VKSORT_UINT uint
#endif

// The push constants of all kernels, as recording fills them in. Those of the kernel itself follow.
struct Push {
  VKSORT_UINT first_key;    // index of the range's first key in its binding, in elements
  VKSORT_UINT first_value;  // the same for values
  VKSORT_UINT first_count;  // index of the first word at VKSORT_BINDING_COUNTS,
  VKSORT_UINT first_state;  // at VKSORT_BINDING_STATE,
  VKSORT_UINT first_list;   // and at VKSORT_BINDING_LISTS
  VKSORT_UINT first_scratch;  // at VKSORT_BINDING_SCRATCH
  VKSORT_UINT count;        // elements in the range; nothing at or past it is read or written. If the device
                            // counts, the most that it may be: nothing past the lesser of the two is written
};

#ifdef __cplusplus
}  // namespace vksort
#endif

#endif
