// Definitions that C++ and the shaders of all algorithms share. Read as C++ and as GLSL.
#ifndef VKSORT_INTERFACE_H
#define VKSORT_INTERFACE_H

// Descriptor set 0. Bindings 2 and 3 have a name for each use. The library binds one word of the keys to each binding
// that a sort does not use, because shaders declare it statically.
#define VKSORT_BINDING_KEYS 0  // keys, or interleaved elements
#define VKSORT_BINDING_PAYLOAD 1
#define VKSORT_BINDING_COUNT 2
#define VKSORT_BINDING_SEGMENT_WORK 2    // work buffer of a segmented sort
#define VKSORT_BINDING_DIRECT_TABLE 2    // without a set-up
#define VKSORT_BINDING_DISPATCH_WORDS 3  // VkDispatchIndirectCommands of an indirect count
#define VKSORT_BINDING_TABLE 3           // with a set-up
#define VKSORT_BINDING_SCRATCH 4
#define VKSORT_BINDINGS 5

// 32-bit specialization constants of the kernels that load and store elements.
#define VKSORT_SPEC_WORKGROUP 0  // a power of two
#define VKSORT_SPEC_TILE_LOG2 1  // log2 of the elements per workgroup
#define VKSORT_SPEC_STRIDES 2
#define VKSORT_SPEC_INTERLEAVED 3
#define VKSORT_SPEC_TIES 4           // 1 if the last word orders equal keys
#define VKSORT_SPEC_SUBGROUP_LOG2 5  // 0 if it is not fixed or subgroups are not full
#define VKSORT_SPEC_LAST_WORD 6
#define VKSORT_SPEC_PACKED_LOG2 7  // log2 of the segments per workgroup
#define VKSORT_SPEC_TASK 8
#define VKSORT_SPEC_COUNT 9

// VKSORT_SPEC_INTERLEAVED: the layout of an element at VKSORT_BINDING_KEYS.
#define VKSORT_SPLIT 0         // payloads use their own binding
#define VKSORT_KEY_PAYLOAD 1   // {key, payload}
#define VKSORT_WIDE 2          // {low, high} of a 64-bit key; payloads use their own binding
#define VKSORT_WIDE_PAYLOAD 3  // {low, high, payload}; Push::first_key counts words

// VKSORT_SPEC_LAST_WORD: the source of an element's last word in the first pass of a sort. After sorting, a gathered
// index is replaced by the payload it refers to: by this pass if PassPush::gathers is set, otherwise by a later pass.
#define VKSORT_LAST_LOADED 0
#define VKSORT_LAST_INDEX 1
#define VKSORT_LAST_GATHERED 2  // the index, for stable ties

// PassPush::converts and RadixPush::converts: when a pass calls orderFromBits() and bitsFromOrder().
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

// Followed by the push constants of the kernel. The radix sort uses RadixPush::flip_0 instead of `flip`.
struct Push {
  VKSORT_UINT first_key;  // in elements of its binding
  VKSORT_UINT first_payload;
  VKSORT_UINT first_at_2;  // word at binding 2
  VKSORT_UINT first_at_3;  // word at binding 3
  VKSORT_UINT first_scratch;
  VKSORT_UINT count;        // no pass accesses elements past it
  VKSORT_UINT is_indirect;  // 1 if the count is at VKSORT_BINDING_COUNT, clamped to `count`
  VKSORT_UINT mask;         // see orderFromBits()
  VKSORT_UINT flip;
  VKSORT_UINT rotation;
  VKSORT_UINT low_flip;  // for the low word of 64-bit keys
};

// A segmented sort divides long segments into tiles, which another sort moves. Scratch memory contains a list of the
// tiles: their number at its first word, and after VKSORT_TILE_WORDS, four words per tile.
//   first and end of the segment, in elements; its first tile; its histogram, or 0 for a single tile
#define VKSORT_TILE_WORDS 4
// Three VkDispatchIndirectCommands in the work buffer, for workgroups that count, move and sum tiles.
#define VKSORT_TILE_DISPATCH_WORDS 432
struct TileList {
  VKSORT_UINT tile;        // elements per tile
  VKSORT_UINT list;        // word of the scratch memory, or 0 if no segment is long
  VKSORT_UINT histograms;  // word of the first one
  VKSORT_UINT histogram_words;
  VKSORT_UINT max_tiles;
  VKSORT_UINT max_histograms;
  VKSORT_UINT max_in_place;    // elements of the largest segment that is not long
  VKSORT_UINT count_groups;    // maximum number of workgroups that count digits
  VKSORT_UINT sum_groups;      // number of workgroups that sum counts
};

// Keys are compared as unsigned integers: a sort converts them after its first load, and back before its last store.
//   mask: 0x7fffffff for f32, because larger magnitudes of negative floats come first; otherwise 0
//   flip: bits to complement: 0x80000000 for i32 and f32, 0 for u32; then all 32 bits for descending order
//   rotation: number of NaN keys that would come first, if all NaN must come last; otherwise 0
VKSORT_FUNCTION VKSORT_UINT orderFromBits(VKSORT_UINT bits, VKSORT_UINT mask, VKSORT_UINT flip, VKSORT_UINT rotation) {
  return (bits ^ (VKSORT_UINT(VKSORT_INT(bits) >> 31) & mask) ^ flip) - rotation;
}
VKSORT_FUNCTION VKSORT_UINT bitsFromOrder(VKSORT_UINT order, VKSORT_UINT mask, VKSORT_UINT flip, VKSORT_UINT rotation) {
  VKSORT_UINT bits = (order + rotation) ^ flip;  // the mask excludes the sign bit, so the sign is already correct
  return bits ^ (VKSORT_UINT(VKSORT_INT(bits) >> 31) & mask);
}

// Rounded up. log2 = 0 .. 31.
VKSORT_FUNCTION VKSORT_UINT ceilShift(VKSORT_UINT n, VKSORT_UINT log2) {
  return (n >> log2) + ((n & ((1u << log2) - 1u)) != 0u ? 1u : 0u);
}

// A grid of at least `groups` workgroups, at most max_x wide. Fewer than `rows` of them are unused.
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
