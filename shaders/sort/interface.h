// What the host and all shaders of a sort agree on, whatever the algorithm. Read by C++ and by GLSL.
#ifndef VKSORT_INTERFACE_H
#define VKSORT_INTERFACE_H

// Descriptor set 0. A binding that modes use for different things has one name for each of them. Shaders name bindings
// that a recording does not use, so the library binds a word of the keys there.
#define VKSORT_BINDING_KEYS 0  // keys, or interleaved elements
#define VKSORT_BINDING_PAYLOAD 1
#define VKSORT_BINDING_COUNT 2           // indirect count
#define VKSORT_BINDING_SEGMENT_WORK 2    // work buffer of a segmented sort, which its set-up fills
#define VKSORT_BINDING_DIRECT_TABLE 2    // table of a segmented sort without a set-up
#define VKSORT_BINDING_DISPATCH_WORDS 3  // work buffer of an indirect count: words of VkDispatchIndirectCommand
#define VKSORT_BINDING_TABLE 3           // table of a segmented sort with a set-up
#define VKSORT_BINDING_SCRATCH 4
#define VKSORT_BINDINGS 5

// Specialization constants of the kernels that load and store elements, all 32 bits.
#define VKSORT_SPEC_WORKGROUP 0      // invocations per workgroup, a power of two
#define VKSORT_SPEC_TILE_LOG2 1      // log2 of the elements that one workgroup holds in registers
#define VKSORT_SPEC_STRIDES 2        // of a global pass
#define VKSORT_SPEC_INTERLEAVED 3    // VKSORT_SPLIT, or ..
#define VKSORT_SPEC_TIES 4           // 1: equal keys are ordered by the last word
#define VKSORT_SPEC_SUBGROUP_LOG2 5  // log2 of the subgroup size, which must be full and fixed; 0: not known
#define VKSORT_SPEC_LAST_WORD 6      // VKSORT_LAST_LOADED, or ..
#define VKSORT_SPEC_PACKED_LOG2 7    // log2 of the segments per workgroup
#define VKSORT_SPEC_TASK 8           // of a tile: VKSORT_TILE_*
#define VKSORT_SPEC_COUNT 9

// VKSORT_SPEC_INTERLEAVED: how the words of an element lie at the binding of keys.
#define VKSORT_SPLIT 0         // the key; a payload is at its own binding
#define VKSORT_KEY_PAYLOAD 1   // {key, payload}
#define VKSORT_WIDE 2          // {low, high} of a 64-bit key; a payload is at its own binding
#define VKSORT_WIDE_PAYLOAD 3  // {low, high, payload}; Push::first_key counts words

// VKSORT_SPEC_LAST_WORD: where the last word of an element comes from in a pass that begins a sort.
#define VKSORT_LAST_LOADED 0
#define VKSORT_LAST_INDEX 1  // the element's index
#define VKSORT_LAST_GATHERED 2  // the index, so that ties are stable; once sorted the payload is loaded by it, at
                                // the end of the pass if PassPush::gathers, else by a later pass

// PassPush::converts and RadixPush::converts: elements that a pass converts between bits and order, see
// orderFromBits().
#define VKSORT_CONVERT_LOADED 1
#define VKSORT_CONVERT_STORED 2

#ifdef __cplusplus
#include <cstdint>
#define VKSORT_FUNCTION inline
#define VKSORT_UINT std::uint32_t
#define VKSORT_INT std::int32_t
namespace vksort {
#else
#define VKSORT_FUNCTION
#define VKSORT_UINT uint
#define VKSORT_INT int
#endif

// The first push constants of all kernels. The push constants of the kernel follow. The radix sort uses
// RadixPush::flip_0 instead of `flip`.
struct Push {
  VKSORT_UINT first_key;      // index of the range's first element in its binding, in elements
  VKSORT_UINT first_payload;  // the same for payloads
  VKSORT_UINT first_at_2;     // index of the first word at binding 2: VKSORT_BINDING_COUNT, ..
  VKSORT_UINT first_at_3;     // index of the first word at binding 3: VKSORT_BINDING_DISPATCH_WORDS, ..
  VKSORT_UINT first_scratch;  // index of the first word at VKSORT_BINDING_SCRATCH
  VKSORT_UINT count;          // elements in the range; nothing at or past it is read or written
  VKSORT_UINT is_indirect;    // 1: VKSORT_BINDING_COUNT contains the count, which is clamped to `count`
  VKSORT_UINT mask;           // between the bits of a key and its place in the order, see orderFromBits()
  VKSORT_UINT flip;
  VKSORT_UINT rotation;
  VKSORT_UINT low_flip;  // bits of the low word of a 64-bit key to complement
};

// Keys are compared as unsigned integers. A sort converts them after its first load and back before its last store.
//   mask: 0x7fffffff for f32 (a negative float's magnitude bits turn round), else 0.
//   flip: the bits to complement: 0x80000000 for i32 and f32, 0 for u32, all 32 complemented for a descending order.
//   rotation: how many places go from the front to the end: the NaN that come first, if all NaN are to be last.
VKSORT_FUNCTION VKSORT_UINT orderFromBits(VKSORT_UINT bits, VKSORT_UINT mask, VKSORT_UINT flip, VKSORT_UINT rotation) {
  return (bits ^ (VKSORT_UINT(VKSORT_INT(bits) >> 31) & mask) ^ flip) - rotation;
}
VKSORT_FUNCTION VKSORT_UINT bitsFromOrder(VKSORT_UINT order, VKSORT_UINT mask, VKSORT_UINT flip, VKSORT_UINT rotation) {
  VKSORT_UINT bits = (order + rotation) ^ flip;  // the mask spares the sign bit, so the sign is already right
  return bits ^ (VKSORT_UINT(VKSORT_INT(bits) >> 31) & mask);
}

// n / 2^log2, rounded up. log2: 0 .. 31.
VKSORT_FUNCTION VKSORT_UINT ceilShift(VKSORT_UINT n, VKSORT_UINT log2) {
  return (n >> log2) + ((n & ((1u << log2) - 1u)) != 0u ? 1u : 0u);
}

// Height and width of a grid of at least `groups` workgroups that is at most max_x wide. Rows of equal length leave
// fewer than `rows` workgroups over.
VKSORT_FUNCTION VKSORT_UINT gridRows(VKSORT_UINT groups, VKSORT_UINT max_x) {
  return groups <= max_x ? 1u : (groups - 1u) / max_x + 1u;
}
VKSORT_FUNCTION VKSORT_UINT gridColumns(VKSORT_UINT groups, VKSORT_UINT rows) {
  return rows == 1u ? groups : (groups - 1u) / rows + 1u;
}

#ifdef __cplusplus
}  // namespace vksort
#endif

#endif
