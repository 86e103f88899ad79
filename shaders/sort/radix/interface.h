// Definitions that C++ and the shaders of the radix sort share.
//
// A sort is a list of 8-bit digits, least significant first. Each pass moves all elements by one digit, stably.
// Elements have one to three 32-bit words:
//   u32, i32, f32 keys       word 0: key
//   key and payload          word 0: key; word 1: payload
//   u64 keys                 word 0: low word; word 1: high word; word 2: optional payload
#ifndef VKSORT_RADIX_INTERFACE_H
#define VKSORT_RADIX_INTERFACE_H

#include "../interface.h"

#define VKSORT_RADIX_DIGITS 256
#define VKSORT_RADIX_DIGIT_BITS 8
#define VKSORT_RADIX_MAX_PASSES 8

// 32-bit specialization constants. The shader does not compute SHARED_WORDS, because some drivers fail to compute array
// lengths.
#define VKSORT_RADIX_WORKGROUP 0      // a power of two, and whole subgroups
#define VKSORT_RADIX_ELEMENTS 1       // per invocation
#define VKSORT_RADIX_SUBGROUP_LOG2 2  // 2 .. 7; subgroups must be full
#define VKSORT_RADIX_WORDS 3          // per element, 1 .. 3
#define VKSORT_RADIX_STRIDE 4         // 1 .. 3 words per element at the binding of keys; the others are payloads
#define VKSORT_RADIX_MODE 5           // VKSORT_RADIX_MAKES_INDICES, ..
#define VKSORT_RADIX_OFFSETS 6
#define VKSORT_RADIX_SPIN_LIMIT 7  // reads of a tile's state before its digits are counted again
#define VKSORT_RADIX_PARTS 8       // parts of a tile, exchanged one after the other
#define VKSORT_RADIX_SHARED_WORDS 9
#define VKSORT_RADIX_RANKING 10
#define VKSORT_RADIX_MAX_GROUPS_X 11
#define VKSORT_RADIX_ROWS 12  // rows of a first table that an invocation loads at a time
#define VKSORT_RADIX_COUNT 13

// VKSORT_RADIX_OFFSETS and RadixPush::offsets: how a pass finds where the digits of its tile start.
// The first pass after a FIRST_TABLE also counts the digits of the later passes. Kernels for a FIRST_TABLE can also look
// back in all passes. A SUMMED_TABLE is portable, because no workgroup reads results of another one in the same
// dispatch.
#define VKSORT_RADIX_LOOK_BACK 0     // reads states that tiles publish, and the histogram of count.comp
#define VKSORT_RADIX_FIRST_TABLE 1   // sums a table of counts per tile in the first pass, then looks back
#define VKSORT_RADIX_SUMMED_TABLE 2  // reads a table that sum.comp has summed
#define VKSORT_RADIX_SUM_DIGITS 8    // per workgroup
#define VKSORT_RADIX_SUM_GROUPS (VKSORT_RADIX_DIGITS / VKSORT_RADIX_SUM_DIGITS)

// Maximum for counting all digits: four workgroups per multiprocessor of the largest devices (R242 of
// experiments_log.md).
#define VKSORT_RADIX_COUNT_GROUPS 528

// Scratch memory contains a histogram per pass, states by tile and digit, a table by tile and digit, and one or two
// copies of the elements. A copy stores words 0 and 1 of each element together, starting at an even word of the
// binding, and then all words 2. Aligning the states to 256 words saves 4 % in large sorts (R126 of
// experiments_log.md).
#define VKSORT_RADIX_STATES_AT 2048

// Words at VKSORT_BINDING_DISPATCH_WORDS.
#define VKSORT_RADIX_COUNT_DISPATCH 0
#define VKSORT_RADIX_PASS_DISPATCH 3
#define VKSORT_RADIX_SUM_DISPATCH 6
#define VKSORT_RADIX_IN_PLACE_DISPATCH 9

// A state is a 28-bit element count, with (2 * pass + one of these values) modulo 16 above it. States of the previous
// pass never match. Cleared states would only match in pass 7, when none are left because pass 6 has published all: it
// runs the same kernel, so it has the same tiles.
#define VKSORT_RADIX_TILE_COUNT 1  // in this tile
#define VKSORT_RADIX_PREFIX 2      // in this and all earlier tiles
#define VKSORT_RADIX_STATE_BITS 28

// VKSORT_RADIX_RANKING. All modes except votes are additions with a check of their order (additions.glsl).
#define VKSORT_RADIX_VOTES 0
#define VKSORT_RADIX_ANY_PAYLOADS 1     // in any order within equal keys
#define VKSORT_RADIX_PAYLOADS_ASCEND 2  // within equal keys, before and after the sort
#define VKSORT_RADIX_BOTH_WORDS 3

// Flags of VKSORT_RADIX_MODE. If nobody reads the sorted keys, elements become narrow as soon as the bits that later
// passes need fit into one word less. Another kernel moves narrow elements, because each dynamic layout in a kernel
// makes all of its passes slower (R268 of experiments_log.md).
//   key and index           word 0: the last digit of the key, and below it RadixPush::index_bits bits of the index
//   64-bit key and payload  word 0: high word; word 1: payload
#define VKSORT_RADIX_MAKES_INDICES 1  // in the first pass
#define VKSORT_RADIX_DISCARDS_KEYS 2
#define VKSORT_RADIX_MOVES_NARROW 4
// Also moves tiles of segments. This makes a kernel up to 2 % slower, so only one shape does it (R276).
#define VKSORT_RADIX_MOVES_LISTED 8

// RadixPush::stores, with VKSORT_RADIX_DISCARDS_KEYS.
#define VKSORT_RADIX_STORE_ALL 0
#define VKSORT_RADIX_STORE_NARROW 1
#define VKSORT_RADIX_STORE_PAYLOADS 2

// If only two digits are significant, the narrow kernel also runs the first pass. Between load and store, a word then
// contains both digits, and below them the index in the tile.
#define VKSORT_RADIX_TILE_INDEX_BITS 16

#ifdef __cplusplus
namespace vksort::radix {
#endif

// Follows Push.
struct RadixPush {
  VKSORT_UINT from;  // word of the scratch memory, or 0 for the range. set_up.comp: first word to clear
  VKSORT_UINT to;    // same for the output. set_up.comp: end of the words to clear
  VKSORT_UINT word;
  VKSORT_UINT shift;
  VKSORT_UINT index;  // from 0
  VKSORT_UINT passes;
  VKSORT_UINT digits_01;  // words 0 and 1, 16 bits each: first pass | lowest bit << 4 | number of digits << 9
  VKSORT_UINT digits_2;
  VKSORT_UINT converts;  // VKSORT_CONVERT_LOADED, ..
  VKSORT_UINT flip_0;    // used with Push::mask and rotation
  VKSORT_UINT flip_1;
  VKSORT_UINT offsets;       // VKSORT_RADIX_OFFSETS
  VKSORT_UINT tile;          // elements per tile
  VKSORT_UINT table;         // word of the scratch memory
  VKSORT_UINT stores;        // VKSORT_RADIX_STORE_ALL, ..
  VKSORT_UINT key_shift;     // bits below the digits that a narrow element contains
  VKSORT_UINT index_bits;    // number of bits of the index in a narrow element
  VKSORT_UINT digits_mask;   // bits of word 0 up to the last significant one
  VKSORT_UINT max_in_place;  // set_up.comp: maximum count sorted in place by one workgroup
  VKSORT_UINT tiles;         // word of the scratch memory with a TileList, or 0 for a single range
};

#ifdef __cplusplus
}  // namespace vksort::radix
#endif

#endif
