// Definitions that C++ and the shaders of the Toolkit share.
#ifndef VKSORT_TOOLKIT_INTERFACE_H
#define VKSORT_TOOLKIT_INTERFACE_H

#include "../sort/interface.h"

// Descriptor set 0. Bindings 2 to 4 have a name for each use.
#define VKSORT_TOOL_SOURCE 0        // elements or structures to read
#define VKSORT_TOOL_TARGET 1        // indices, cells or structures to write
#define VKSORT_TOOL_COUNT 2         // runs, cells, gather: element count
#define VKSORT_TOOL_KEPT_KEYS 2     // cull, select: keys of the kept elements
#define VKSORT_TOOL_COUNT_TARGET 3  // runs, cull, select: counts to write; cull, select: counts to read
#define VKSORT_TOOL_INDICES 3       // gather: indices of the structures
#define VKSORT_TOOL_SCRATCH 4
#define VKSORT_TOOL_SEGMENTS 4  // select: segment table; selects from segments need no scratch memory

// 32-bit specialization constants.
#define VKSORT_TOOLKIT_WORKGROUP 0  // invocations, a power of two
#define VKSORT_TOOLKIT_TASK 1       // compact.comp: VKSORT_TOOLKIT_MARK, ..
#define VKSORT_TOOLKIT_CONSTANTS 2

#define VKSORT_TOOLKIT_MARK 0         // marks the elements to keep
#define VKSORT_TOOLKIT_PLACE 1        // writes the indices of marked elements
#define VKSORT_TOOLKIT_NARROW 2       // finds a digit of the k-th key
#define VKSORT_TOOLKIT_SELECT_ROWS 3  // selects from rows

#define VKSORT_TOOLKIT_ROWS 8   // elements that compact.comp loads at a time: a power of two, at most 16
#define VKSORT_TOOLKIT_MARKS 4  // words that an invocation places at a time; MARKS * ROWS * 1024 must fit in 16 bits
#define VKSORT_TOOLKIT_UNITS 4  // gather: words or quads per invocation; cells: elements per invocation
#define VKSORT_TOOLKIT_MAX_PLACERS 1024   // because each workgroup sums the numbers of all earlier tiles
#define VKSORT_TOOLKIT_MAX_NARROWERS 128  // because each workgroup adds up to BINS counters
#define VKSORT_TOOLKIT_BINS 2048
#define VKSORT_TOOLKIT_MAX_DIGITS 6   // digits of a 64-bit key
#define VKSORT_TOOLKIT_THRESHOLDS 32  // words: threshold[] before each digit and after the last one

// Scratch memory contains the thresholds and the counters of all digits (only for selects), then a word per tile with
// the number of elements it keeps, and then a word of bits per invocation and tile: element i of the tile is bit i %
// ROWS of word i / ROWS. In a select, each word contains two numbers, or 2 * ROWS bits: for elements below and equal to
// the k-th key.
#define VKSORT_TOOLKIT_SELECT_WORDS (VKSORT_TOOLKIT_THRESHOLDS + VKSORT_TOOLKIT_MAX_DIGITS * VKSORT_TOOLKIT_BINS)

#ifdef __cplusplus
namespace vksort {
#endif

// Push constants of the tools. A "word" is an index into the named binding. Missing counts are VKSORT_TOOL_NO_WORD.
#define VKSORT_TOOL_NO_WORD 0xffffffffu

// Elements or structures to read.
struct ToolSource {
  VKSORT_UINT first_word;  // in VKSORT_TOOL_SOURCE
  VKSORT_UINT words_each;
  VKSORT_UINT max_count;
  VKSORT_UINT count_word;  // element count, in VKSORT_TOOL_COUNT or VKSORT_TOOL_COUNT_TARGET
};

// Elements to keep. compact.comp marks them, and then writes their indices.
struct ToolKept {
  VKSORT_UINT first_index;  // in VKSORT_TOOL_TARGET
  VKSORT_UINT first_tile;   // numbers and bits of tiles, in VKSORT_TOOL_SCRATCH
  VKSORT_UINT tiles_each;   // tiles per workgroup of PLACE
  VKSORT_UINT count_word;   // receives the number of kept elements, in VKSORT_TOOL_COUNT_TARGET
  VKSORT_UINT groups_word;  // receives this number divided by per_workgroup, rounded up
  VKSORT_UINT per_workgroup;
};

// Keys that a cull or select compares, and writes for kept elements.
struct ToolKeys {
  VKSORT_UINT are_written;                     // 1 to write the keys of kept elements
  VKSORT_UINT first_written;                   // in VKSORT_TOOL_KEPT_KEYS
  VKSORT_UINT mask, flip, rotation, low_flip;  // see Push
};

// Significant bits of the first two words of an element.
struct ToolBits {
  VKSORT_UINT mask_low, mask_high;
};

struct RunPush {
  ToolSource source;
  ToolKept kept;
  ToolBits bits;
};

struct CullPush {
  ToolSource source;
  ToolKept kept;
  ToolKeys keys;
  VKSORT_UINT lowest, highest;  // order of the smallest and largest keys to keep
};

struct SelectPush {
  ToolSource source;
  ToolKept kept;
  ToolKeys keys;
  VKSORT_UINT is_wide;          // 1 for two-word keys
  VKSORT_UINT k;                // maximum value
  VKSORT_UINT k_word;           // word that contains k, in VKSORT_TOOL_COUNT_TARGET
  VKSORT_UINT digits;           // digits per key
  VKSORT_UINT digit;            // NARROW: digit to find
  VKSORT_UINT first_threshold;  // in VKSORT_TOOL_SCRATCH
  VKSORT_UINT rows;             // SELECT_ROWS
  VKSORT_UINT row_stride;       // elements between the starts of two rows
  VKSORT_UINT first_segment;    // in VKSORT_TOOL_SEGMENTS
  VKSORT_UINT segments_in;      // number of elements that contain all segments, or 0 without segments
};

struct CellPush {
  ToolSource source;
  ToolBits bits;           // bits of the cell index
  VKSORT_UINT shift;       // lowest bit of the cell index
  VKSORT_UINT first_cell;  // in VKSORT_TOOL_TARGET
  VKSORT_UINT cell_count;
};

struct GatherPush {
  ToolSource source;
  VKSORT_UINT readable;      // number of structures in the source
  VKSORT_UINT first_target;  // in VKSORT_TOOL_TARGET
  VKSORT_UINT first_index;   // in VKSORT_TOOL_INDICES
  VKSORT_UINT are_quads;     // 1 if structures consist of aligned quads
  VKSORT_UINT goes_back;     // 1 to copy gathered structures from the target back to the source
};

struct ClearPush {
  VKSORT_UINT in_scratch;  // 1 to clear VKSORT_TOOL_SCRATCH, 0 for VKSORT_TOOL_TARGET
  VKSORT_UINT first_word;
  VKSORT_UINT word_count;
};

#ifdef __cplusplus
}  // namespace vksort
#endif

#endif
