// Definitions that C++ and the shaders of the Toolkit share.
#ifndef VKSORT_TOOLKIT_INTERFACE_H
#define VKSORT_TOOLKIT_INTERFACE_H

#include "../sort/interface.h"

// Descriptor set 0. Bindings 2 to 4 have a name for each use.
#define VKSORT_TOOL_SOURCE 0
#define VKSORT_TOOL_TARGET 1
#define VKSORT_TOOL_COUNT 2         // element count for runs, cells and gathers
#define VKSORT_TOOL_KEPT_KEYS 2     // for culls and selects
#define VKSORT_TOOL_COUNT_TARGET 3  // counts of runs, culls and selects
#define VKSORT_TOOL_INDICES 3       // for gathers
#define VKSORT_TOOL_SCRATCH 4
#define VKSORT_TOOL_SEGMENTS 4  // segment table for selects, which then need no scratch memory

// 32-bit specialization constants.
#define VKSORT_TOOLKIT_WORKGROUP 0
#define VKSORT_TOOLKIT_TASK 1
#define VKSORT_TOOLKIT_CONSTANTS 2

#define VKSORT_TOOLKIT_MARK 0
#define VKSORT_TOOLKIT_PLACE 1
#define VKSORT_TOOLKIT_NARROW 2  // finds a digit of the k-th key
#define VKSORT_TOOLKIT_SELECT_ROWS 3

#define VKSORT_TOOLKIT_ROWS 8             // elements that compact.comp loads at a time: a power of two, at most 16
#define VKSORT_TOOLKIT_MARKS 4            // MARKS * ROWS * 1024 must fit in 16 bits
#define VKSORT_TOOLKIT_UNITS 4            // words or quads per invocation in a gather, or elements in cells
#define VKSORT_TOOLKIT_MAX_PLACERS 1024   // because each workgroup sums the numbers of all earlier tiles
#define VKSORT_TOOLKIT_MAX_NARROWERS 128  // because each workgroup adds up to BINS counters
#define VKSORT_TOOLKIT_BINS 2048
#define VKSORT_TOOLKIT_MAX_DIGITS 6   // digits of a 64-bit key
#define VKSORT_TOOLKIT_THRESHOLDS 32  // threshold[] before each digit and after the last one

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

struct ToolSource {
  VKSORT_UINT first_word;  // in VKSORT_TOOL_SOURCE
  VKSORT_UINT words_each;
  VKSORT_UINT max_count;
  VKSORT_UINT count_word;  // element count, in VKSORT_TOOL_COUNT or VKSORT_TOOL_COUNT_TARGET
};

// Elements to keep. compact.comp marks them, and then writes their indices.
struct ToolKept {
  VKSORT_UINT first_index;
  VKSORT_UINT first_tile;   // counts and bits, in VKSORT_TOOL_SCRATCH
  VKSORT_UINT tiles_each;   // per workgroup of PLACE
  VKSORT_UINT count_word;   // in VKSORT_TOOL_COUNT_TARGET
  VKSORT_UINT groups_word;  // receives the count divided by per_workgroup, rounded up
  VKSORT_UINT per_workgroup;
};

struct ToolKeys {
  VKSORT_UINT are_written;
  VKSORT_UINT first_written;                   // in VKSORT_TOOL_KEPT_KEYS
  VKSORT_UINT mask, flip, rotation, low_flip;  // see Push
};

// For the first two words of an element.
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
  VKSORT_UINT lowest, highest;  // order of the first and last key to keep
};

struct SelectPush {
  ToolSource source;
  ToolKept kept;
  ToolKeys keys;
  VKSORT_UINT is_wide;
  VKSORT_UINT k;       // maximum
  VKSORT_UINT k_word;  // in VKSORT_TOOL_COUNT_TARGET
  VKSORT_UINT digits;
  VKSORT_UINT digit;            // NARROW
  VKSORT_UINT first_threshold;  // in VKSORT_TOOL_SCRATCH
  VKSORT_UINT rows;             // SELECT_ROWS
  VKSORT_UINT row_stride;       // elements
  VKSORT_UINT first_segment;    // in VKSORT_TOOL_SEGMENTS
  VKSORT_UINT segments_in;      // elements that contain all segments, or 0
};

struct CellPush {
  ToolSource source;
  ToolBits bits;
  VKSORT_UINT shift;
  VKSORT_UINT first_cell;  // in VKSORT_TOOL_TARGET
  VKSORT_UINT cell_count;
};

struct GatherPush {
  ToolSource source;
  VKSORT_UINT readable;      // in the source
  VKSORT_UINT first_target;  // in VKSORT_TOOL_TARGET
  VKSORT_UINT first_index;   // in VKSORT_TOOL_INDICES
  VKSORT_UINT are_quads;
  VKSORT_UINT goes_back;  // 1 to copy gathered structures back to the source
};

struct ClearPush {
  VKSORT_UINT in_scratch;  // instead of VKSORT_TOOL_TARGET
  VKSORT_UINT first_word;
  VKSORT_UINT word_count;
};

#ifdef __cplusplus
}  // namespace vksort
#endif

#endif
