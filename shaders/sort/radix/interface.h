// What the host and the shaders of the radix sort agree on, besides what all sorts do. Read by C++ and by GLSL.
#ifndef VKSORT_RADIX_INTERFACE_H
#define VKSORT_RADIX_INTERFACE_H

#include "../interface.h"

#define VKSORT_RADIX_DIGITS 256  // values of a digit
#define VKSORT_RADIX_DIGIT_BITS 8

// Specialization constants of all its shaders, all 32 bits.
#define VKSORT_RADIX_WORKGROUP 0      // invocations, a power of two; of whole subgroups
#define VKSORT_RADIX_ELEMENTS 1       // per invocation
#define VKSORT_RADIX_SUBGROUP_LOG2 2  // of full subgroups, 2 .. 7; see VKSORT_RADIX_WIDE_LOG2
#define VKSORT_RADIX_ROTATION 3       // as VKSORT_SPEC_ROTATION
#define VKSORT_RADIX_INTERLEAVED 4    // 1: {key, value} in one buffer; 2: the same, the value first: keys of 64 bits, whose
                                      // low words are what is called values here
#define VKSORT_RADIX_IOTA 5           // 1: the first pass makes up the values
#define VKSORT_RADIX_DEVICE_COUNT 6   // 1: the count is at VKSORT_BINDING_COUNTS
#define VKSORT_RADIX_MAX_GROUPS_X 7   // of what finds workgroups: the width of a grid
#define VKSORT_RADIX_ALL_DIGITS 8     // of count.comp, 1: of all elements, into the histogram or a row; 0: the first, by tiles
#define VKSORT_RADIX_OFFSETS 9        // how a pass finds out where digits of its tile begin among all, see below
#define VKSORT_RADIX_TELLS_FIRST 10   // of pass.comp, 1: counts its tile before it ranks, to tell others sooner, or for fewer registers
#define VKSORT_RADIX_PATIENCE 11      // of pass.comp: looks at a tile's state before its digits are counted again
#define VKSORT_RADIX_PARTS 12         // of pass.comp: a tile's elements change places in so many parts, one after the other;
                                      // in one, few pairs do so in two halves, each with its values
#define VKSORT_RADIX_UNIT_LOG2 13     // of coherent sorts: log2 of the elements whose order is looked at together; 0: none
#define VKSORT_RADIX_REPAIR_LOG2 14   // of what decides: log2 of a tile of the repair, above that of a unit
#define VKSORT_RADIX_BY_VALUE 15      // 1: values are sorted by first, and what is alike but for them is out of order by them
#define VKSORT_RADIX_FEW 16           // of set_up.comp: so many elements are left to a workgroup that sorts in place; 0: none
#define VKSORT_RADIX_TILE 17          // elements of a tile of the passes that move
#define VKSORT_RADIX_RUN_PIECE 18     // elements whose runs a workgroup of runs.comp puts in order; 0: there is none
#define VKSORT_RADIX_ADDS_IN_ORDER 19 // of pass.comp, 1: what a subgroup's invocations add to one word is taken to be added in
                                      // their order, and looked at; 0: it is not taken to be
#define VKSORT_RADIX_KEEPS_POSITIONS 20  // 1: equal keys are to stay in the order of their positions, which is that of values
// Lengths of arrays in shared memory, each told as a plain number: some drivers get those wrong that a shader selects.
#define VKSORT_RADIX_WORDS 21         // of pass.comp: what elements change places in, see there
#define VKSORT_RADIX_UNITS 22         // of count.comp: units of a round, at least 1
#define VKSORT_RADIX_COUNT 23

// Narrower subgroups are taken for those of software, which runs one workgroup after the other, ends all loops of an
// invocation after 65535 rounds together (lavapipe), and compiles each round of what is unrolled.
#define VKSORT_RADIX_WIDE_LOG2 5

#define VKSORT_RADIX_EARLY_PATIENCE 4  // as VKSORT_RADIX_PATIENCE, before elements are ranked; behind it who has to looks again

// Passes by value are left out if keys from all over the range show runs of equal ones of fewer than about two thirds of
// RUN elements, on average over elements, and if what each row may have of one run adds up to no more than LONG_RUN
// elements, or than n >> RUN_SHIFT if that is more: so long may a run be that one workgroup has to sort.
#define VKSORT_RADIX_RUN 16
#define VKSORT_RADIX_LOOKING_GROUPS 64  // workgroups that look at a key with each invocation, at most
#define VKSORT_RADIX_LONG_RUN 4096
#define VKSORT_RADIX_RUN_SHIFT 6

// Ways to find out.
#define VKSORT_RADIX_BY_LOOK_BACK 0     // tiles tell each other, in states; all digits were counted before the first pass
#define VKSORT_RADIX_BY_SUMMED_ROWS 1   // the same, but that each workgroup that counts keeps its counts, a row: what decides
                                        // on passes by value sums them up
#define VKSORT_RADIX_BY_ROWS 2          // the same, but that the first pass does
#define VKSORT_RADIX_BY_FIRST_TABLE 3   // of the first pass: it sums a table up, and counts the digits of the others
// Where no workgroup reads what another of its dispatch writes:
#define VKSORT_RADIX_BY_NEXT_TABLE 4    // each pass sums a table up, and counts the next digit into the one after
#define VKSORT_RADIX_BY_TABLE 5         // each pass sums a table up that was counted by itself
#define VKSORT_RADIX_BY_SUMMED_TABLE 6  // and that was summed up by itself, too,
#define VKSORT_RADIX_SUM_DIGITS 8       // by workgroups that have so many digits each
#define VKSORT_RADIX_SUM_GROUPS (VKSORT_RADIX_DIGITS / VKSORT_RADIX_SUM_DIGITS)

// The scratch memory, in words from its begin: histogram, states of tiles and digits, and tables, see table.glsl: counts
// by tile and digit, three of them BY_NEXT_TABLE; summed, what the tiles before have, and in a last row what all have;
// or BY_ROWS and BY_SUMMED_ROWS by workgroup that counted and by pass and digit, behind which are notes of each.
// Behind them one or two copies of the elements, of pairs from the first even word of the binding on that is there or
// behind. Last, of a coherent sort, two keys of each unit of elements: the lowest and the highest, the lowest first if the
// unit is in order. By value these are in this order always, and a third word is 1 if the unit, or its last element and the
// next, is not.
#define VKSORT_RADIX_UNIT_WORDS 2
#define VKSORT_RADIX_UNIT_WORDS_BY_VALUE 3
#define VKSORT_RADIX_KEY_PASSES 4    // at most
#define VKSORT_RADIX_PASSES 8        // the same, with those by value, which come first
#define VKSORT_RADIX_HISTOGRAM_AT 0
#define VKSORT_RADIX_BY_VALUE_AT 2048  // after 8 histograms of 256: not 0 if the passes by value are needed,
                                       // where all digits are counted first
#define VKSORT_RADIX_ROWS_AT 2049      // BY_SUMMED_ROWS: how many there are,
#define VKSORT_RADIX_TILES_AT 2050     // and how many tiles passes move
#define VKSORT_RADIX_STATES 2304       // a line of memory begins here as at 2048: 4 % of large sorts, see R126 of EXPERIMENTS.md

// Words of VKSORT_BINDING_STATE where the arguments of indirect dispatches are, if there are such: where the device finds
// a count that may be large, or may repair.
#define VKSORT_RADIX_HISTOGRAM_ARGUMENTS 0  // and of what counts values
#define VKSORT_RADIX_SUM_ARGUMENTS 0     // BY_SUMMED_TABLE, which has no histogram
#define VKSORT_RADIX_PASS_ARGUMENTS 3
#define VKSORT_RADIX_REPAIR_ARGUMENTS 6  // of tiles, and then of the seams between them
#define VKSORT_RADIX_RUN_ARGUMENTS 12    // of what puts runs of equal keys in order
#define VKSORT_RADIX_VALUE_ARGUMENTS 15  // of passes by value that may be left out
#define VKSORT_RADIX_FEW_ARGUMENTS 6     // of the workgroup that sorts few elements in place, where nothing is repaired
// Workgroups of the histogram, and of what counts values, at most: two for each multiprocessor of the largest devices.
#define VKSORT_RADIX_HISTOGRAM_GROUPS 264
// Digits of all rows that a workgroup sums up. BY_ROWS that is each of the first ones of the first pass, and the histogram
// then has states, as told by these: a sum, and VKSORT_RADIX_ALL_TILES above it.
#define VKSORT_RADIX_ROW_DIGITS 32
// BY_SUMMED_ROWS, of each row: keys seen to be like another before them; n times as many as were to be expected, for
// each element of a run; elements of the row that may be of one run, at most.
#define VKSORT_RADIX_NOTE_WORDS 3

// A state: 28 bits of a count of elements, and above them 2 * pass + VKSORT_RADIX_ONE_TILE or _ALL_TILES, modulo 16:
// what the pass before has left is neither, and 0, which is there before the first, means the eighth's _ALL_TILES.
#define VKSORT_RADIX_ONE_TILE 1   // of the digit in the tile
#define VKSORT_RADIX_ALL_TILES 2  // in the tile and all before it
#define VKSORT_RADIX_STATE_BITS 28

#ifdef __cplusplus
namespace vksort::radix {
#endif

// What follows Push.
struct RadixPush {
  VKSORT_UINT from;        // word of the scratch memory where the elements are; 0: they come from the range
  VKSORT_UINT to;          // the same of where they go
  VKSORT_UINT copied;      // words of an element of a copy, 1 or 2: a key, or {key, value}
  VKSORT_UINT shift;       // bits below the digit; those of the first of keys, if all are counted
  VKSORT_UINT index;       // of the pass, from 0
  VKSORT_UINT passes;      // that there are, 2 .. VKSORT_RADIX_PASSES,
  VKSORT_UINT value_passes;  // and how many of them are by value
  VKSORT_UINT load_mask;   // bits of a key <-> its order, see key.glsl; 0 where they are that already
  VKSORT_UINT load_flip;
  VKSORT_UINT store_mask;
  VKSORT_UINT store_flip;
  VKSORT_UINT table;  // word of the scratch memory where the first table is: by tile and digit
  VKSORT_UINT tiles;  // of the most elements that there may be
  VKSORT_UINT units;  // word of the scratch memory where the keys of units are
  VKSORT_UINT value_flip;  // all bits of the values where their order descends, in passes by key 0
};

#ifdef __cplusplus
}  // namespace vksort::radix
#endif

#endif
