// What the host and the shaders of a Toolkit agree on. Read by C++ and by GLSL.
#ifndef VKSORT_TOOLKIT_INTERFACE_H
#define VKSORT_TOOLKIT_INTERFACE_H

#include "../sort/interface.h"

// Descriptor set 0. A binding that tools use for different things has one name for each of them.
#define VKSORT_TOOL_SOURCE 0     // elements or structures that the tool reads
#define VKSORT_TOOL_TARGET 1     // indices, cells or structures that the tool writes
#define VKSORT_TOOL_COUNT 2      // runs, cells, gather: number of elements
#define VKSORT_TOOL_KEPT_KEYS 2  // cull, select: keys of the kept elements
#define VKSORT_TOOL_COUNT_TARGET 3  // runs, cull, select: counts they write; cull, select: counts they read
#define VKSORT_TOOL_INDICES 3    // gather: indices of the structures
#define VKSORT_TOOL_SCRATCH 4
#define VKSORT_TOOL_SEGMENTS 4  // select: segment table, which needs no scratch memory

// Specialization constants, all 32 bits.
#define VKSORT_TOOLKIT_WORKGROUP 0  // invocations, a power of two
#define VKSORT_TOOLKIT_TASK 1       // compact.comp: VKSORT_TOOLKIT_MARK, ..
#define VKSORT_TOOLKIT_CONSTANTS 2

#define VKSORT_TOOLKIT_MARK 0         // marks the elements to keep
#define VKSORT_TOOLKIT_PLACE 1        // writes the indices of marked elements
#define VKSORT_TOOLKIT_NARROW 2       // finds a digit of the k-th key
#define VKSORT_TOOLKIT_SELECT_ROWS 3  // selects from rows

#define VKSORT_TOOLKIT_ROWS 8   // elements of an invocation of compact.comp, loaded at once: 1 to 16, a power of two
#define VKSORT_TOOLKIT_MARKS 4  // words of bits that an invocation places at once: MARKS * ROWS * 1024 fits 16 bits
#define VKSORT_TOOLKIT_UNITS 4  // words or quads of an invocation that gathers, and elements of one that finds cells
#define VKSORT_TOOLKIT_MAX_PLACERS 1024  // workgroups that place, at most: each sums the numbers of the tiles before
#define VKSORT_TOOLKIT_MAX_NARROWERS 128  // workgroups that count digits, at most: each adds up to BINS counters
#define VKSORT_TOOLKIT_BINS 2048          // values of a digit
#define VKSORT_TOOLKIT_MAX_DIGITS 6       // of a 64-bit key
#define VKSORT_TOOLKIT_THRESHOLDS 32      // words: as threshold[] before each digit and after the last one

// Scratch memory, in words: of a select the thresholds and the counters of all digits; the number of elements that each
// tile keeps; then for each tile a word of bits for each invocation: element i of the tile is bit i % ROWS of word
// i / ROWS. Of a select there are two numbers in a word, and ROWS bits more: of elements below and equal to the k-th.
#define VKSORT_TOOLKIT_SELECT_WORDS (VKSORT_TOOLKIT_THRESHOLDS + VKSORT_TOOLKIT_MAX_DIGITS * VKSORT_TOOLKIT_BINS)

#ifdef __cplusplus
namespace vksort {
#endif

// Push constants: one struct per tool. A word is an index into the binding that its comment names. Words of counts are
// VKSORT_TOOL_NO_WORD if there is none.
#define VKSORT_TOOL_NO_WORD 0xffffffffu

// Elements or structures that a tool reads.
struct ToolSource {
  VKSORT_UINT first_word;   // of VKSORT_TOOL_SOURCE
  VKSORT_UINT words_each;   // words per element
  VKSORT_UINT max_count;    // elements
  VKSORT_UINT count_word;   // number of elements: in VKSORT_TOOL_COUNT or COUNT_TARGET
};

// Elements that a tool keeps. compact.comp marks them, then places their indices.
struct ToolKept {
  VKSORT_UINT first_index;  // word of VKSORT_TOOL_TARGET
  VKSORT_UINT first_tile;   // word of VKSORT_TOOL_SCRATCH where the numbers and bits of tiles begin
  VKSORT_UINT tiles_each;   // tiles that a workgroup places
  VKSORT_UINT count_word;   // word of VKSORT_TOOL_COUNT_TARGET that receives their number
  VKSORT_UINT groups_word;  // word that receives their number divided by per_workgroup
  VKSORT_UINT per_workgroup;
};

// Keys that a cull or a select compares, and writes for the elements that it keeps.
struct ToolKeys {
  VKSORT_UINT are_written;                     // 1: the keys of kept elements are written
  VKSORT_UINT first_written;                   // word of VKSORT_TOOL_KEPT_KEYS
  VKSORT_UINT mask, flip, rotation, low_flip;  // see Push
};

// Significant bits of elements, in their first two words.
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
  VKSORT_UINT lowest, highest;  // order of the smallest and of the largest key to keep
};

struct SelectPush {
  ToolSource source;
  ToolKept kept;
  ToolKeys keys;
  VKSORT_UINT is_wide;          // 1: keys of two words
  VKSORT_UINT k;                // maximum
  VKSORT_UINT k_word;           // word of VKSORT_TOOL_COUNT_TARGET that contains k
  VKSORT_UINT digits;           // digits of a key
  VKSORT_UINT digit;            // NARROW: the digit to find
  VKSORT_UINT first_threshold;  // word of VKSORT_TOOL_SCRATCH
  VKSORT_UINT rows;             // SELECT_ROWS: number of rows
  VKSORT_UINT row_stride;       // elements from a row to the next one
  VKSORT_UINT first_segment;    // word of VKSORT_TOOL_SEGMENTS
  VKSORT_UINT segments_in;      // elements that segments lie in, or 0 without segments
};

struct CellPush {
  ToolSource source;
  ToolBits bits;           // the cell index
  VKSORT_UINT shift;       // lowest bit of the cell index
  VKSORT_UINT first_cell;  // word of VKSORT_TOOL_TARGET
  VKSORT_UINT cell_count;
};

struct GatherPush {
  ToolSource source;
  VKSORT_UINT readable;      // structures in the source
  VKSORT_UINT first_target;  // word of VKSORT_TOOL_TARGET
  VKSORT_UINT first_index;   // word of VKSORT_TOOL_INDICES
  VKSORT_UINT are_quads;     // 1: structures consist of aligned quads
  VKSORT_UINT goes_back;     // 1: copies the gathered structures from the target back to the source
};

struct ClearPush {
  VKSORT_UINT in_scratch;  // 1: clears VKSORT_TOOL_SCRATCH; 0: clears VKSORT_TOOL_TARGET
  VKSORT_UINT first_word;
  VKSORT_UINT word_count;
};

#ifdef __cplusplus
}  // namespace vksort
#endif

#endif
