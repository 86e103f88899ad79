// What the host and the shaders of the radix sort agree on, besides what all sorts do. Read by C++ and by GLSL.
//
// An element is one to three 32-bit words. A sort is a list of digits, least significant first: each is 8 bits of one
// word. A pass moves all elements by one digit, stably.
//   u32, i32, f32 keys       word 0: the key
//   key and payload          word 0: the key; word 1: the payload
//   u64 keys                 word 0: the low word; word 1: the high word; word 2: the payload, if there is one
#ifndef VKSORT_RADIX_INTERFACE_H
#define VKSORT_RADIX_INTERFACE_H

#include "../interface.h"

#define VKSORT_RADIX_DIGITS 256  // values of a digit
#define VKSORT_RADIX_DIGIT_BITS 8
#define VKSORT_RADIX_MAX_PASSES 8

// Specialization constants, all 32 bits.
#define VKSORT_RADIX_WORKGROUP 0      // invocations, a power of two; of whole subgroups
#define VKSORT_RADIX_ELEMENTS 1       // per invocation
#define VKSORT_RADIX_SUBGROUP_LOG2 2  // of full subgroups, 2 .. 7
#define VKSORT_RADIX_WORDS 3          // of an element, 1 .. 3
#define VKSORT_RADIX_STRIDE 4         // words of an element at the binding of keys, 1 .. 3; the others are at that of payloads
#define VKSORT_RADIX_INDEX 5          // 1: the first pass makes the payload, each element's index
#define VKSORT_RADIX_OFFSETS 6        // of pass.comp: how a pass finds where the digits of its tile begin, see below
#define VKSORT_RADIX_SPIN_LIMIT 7     // pass.comp: looks at a tile's state before its digits are counted again
#define VKSORT_RADIX_PARTS 8          // pass.comp: parts of a tile that change places one after the other
#define VKSORT_RADIX_SHARED_WORDS 9   // pass.comp: length of an array, see there. A plain number, as some drivers get a
                                      // length wrong that a shader computes
#define VKSORT_RADIX_RANKING 10       // pass.comp: VKSORT_RADIX_VOTES, or ..
#define VKSORT_RADIX_MAX_GROUPS_X 11  // set_up.comp: the width of a grid
#define VKSORT_RADIX_ROWS 12          // pass.comp: rows of a first table that an invocation loads at once
#define VKSORT_RADIX_COUNT 13

// VKSORT_RADIX_OFFSETS, and RadixPush::offsets
#define VKSORT_RADIX_LOOK_BACK 0    // from states that tiles publish; count.comp has counted all digits before
#define VKSORT_RADIX_FIRST_TABLE 1  // the first pass sums a table of counts by tile, and counts the other digits, so that the
                                    // passes behind look back
#define VKSORT_RADIX_SUMMED_TABLE 2 // from a table that sum.comp has summed: portable, as no workgroup reads what another of
                                    // its dispatch writes
#define VKSORT_RADIX_SUM_DIGITS 8   // of a workgroup of sum.comp
#define VKSORT_RADIX_SUM_GROUPS (VKSORT_RADIX_DIGITS / VKSORT_RADIX_SUM_DIGITS)

// Workgroups that count all digits, at most: four for each multiprocessor of the largest devices (R242 of experiments_log.md).
#define VKSORT_RADIX_COUNT_GROUPS 528

// The scratch memory, in words: a histogram of each pass, states by tile and digit, a table by tile and digit,
// and one or two copies of the elements. A copy holds words 0 and 1 of each element side by side, from an even word of the
// binding on, and then all words 2.
#define VKSORT_RADIX_STATES_AT 2048  // behind the histograms; a multiple of 256: 4 % of large sorts, R126 of experiments_log.md

// First words of the dispatches at VKSORT_BINDING_DISPATCH_WORDS.
#define VKSORT_RADIX_COUNT_DISPATCH 0
#define VKSORT_RADIX_PASS_DISPATCH 3
#define VKSORT_RADIX_SUM_DISPATCH 6
#define VKSORT_RADIX_IN_PLACE_DISPATCH 9  // the workgroup that sorts few elements in place

// A state: 28 bits of a count of elements, and above them 2 * pass + one of these, modulo 16. A state of the pass before has
// neither value of this pass. Nor has a cleared one up to pass 6; in pass 7 none is left, as pass 6 published all.
#define VKSORT_RADIX_TILE_COUNT 1  // of the digit in the tile
#define VKSORT_RADIX_PREFIX 2      // in the tile and all before it
#define VKSORT_RADIX_STATE_BITS 28

// VKSORT_RADIX_RANKING: by votes, or by additions whose order is checked, see additions.glsl.
#define VKSORT_RADIX_VOTES 0
#define VKSORT_RADIX_ANY_PAYLOADS 1     // payloads of equal keys may come in any order
#define VKSORT_RADIX_PAYLOADS_ASCEND 2  // payloads of equal keys ascend before the sort and after it
#define VKSORT_RADIX_BOTH_WORDS 3       // both words of an element have digits

#ifdef __cplusplus
namespace vksort::radix {
#endif

// What follows Push.
struct RadixPush {
  VKSORT_UINT from;         // word of the scratch memory where the elements are; 0: they are in the range
  VKSORT_UINT to;           // the same of where they go
  VKSORT_UINT word;         // of the pass' digit: the word that has it,
  VKSORT_UINT shift;        // and its lowest bit
  VKSORT_UINT index;        // of the pass, from 0
  VKSORT_UINT passes;       // 2 .. VKSORT_RADIX_MAX_PASSES
  VKSORT_UINT digits_01;    // of words 0 and 1, 16 bits each: the first pass, its lowest bit << 4, and their number << 9
  VKSORT_UINT digits_2;     // of word 2
  VKSORT_UINT converts;     // VKSORT_CONVERT_LOADED, or ..
  VKSORT_UINT flip_0;       // bits of word 0 to complement; it also has Push::mask and rotation
  VKSORT_UINT flip_1;       // the same of word 1
  VKSORT_UINT offsets;      // count.comp: VKSORT_RADIX_LOOK_BACK, or ..: of the pass behind it
  VKSORT_UINT tile;         // elements of a tile of the passes
  VKSORT_UINT table;        // word of the scratch memory where the table begins
  VKSORT_UINT max_in_place; // set_up.comp: up to so many elements are sorted in place by one workgroup; 0: none
};

#ifdef __cplusplus
}  // namespace vksort::radix
#endif

#endif
