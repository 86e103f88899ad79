// What the host and the shaders of a Toolkit agree on. Read by C++ and by GLSL.
#ifndef VKSORT_TOOLKIT_INTERFACE_H
#define VKSORT_TOOLKIT_INTERFACE_H

#include "../sort/interface.h"

// Descriptor set 0. A binding that tools use for different things has one name for each of them.
#define VKSORT_TOOLKIT_BINDING_SOURCE 0     // elements or structures that the tool reads
#define VKSORT_TOOLKIT_BINDING_TARGET 1     // indices, cells or structures that the tool writes
#define VKSORT_TOOLKIT_BINDING_COUNT 2      // runs, cells, gather: number of elements
#define VKSORT_TOOLKIT_BINDING_KEPT_KEYS 2  // cull, select: keys of the kept elements
#define VKSORT_TOOLKIT_BINDING_COUNT_TARGET 3  // runs, cull, select: counts that the tool writes, or cull and select read
#define VKSORT_TOOLKIT_BINDING_INDICES 3    // gather: indices of the structures
#define VKSORT_TOOLKIT_BINDING_SCRATCH 4
#define VKSORT_TOOLKIT_BINDING_SEGMENTS 4  // select: segment table, which needs no scratch memory

// Specialization constants, all 32 bits.
#define VKSORT_TOOLKIT_WORKGROUP 0  // invocations, a power of two
#define VKSORT_TOOLKIT_TASK 1       // VKSORT_TOOLKIT_MARK, or ..
#define VKSORT_TOOLKIT_CONSTANTS 2

#define VKSORT_TOOLKIT_MARK 0    // of compact.comp: marks what is kept,
#define VKSORT_TOOLKIT_PLACE 1   // and writes its indices
#define VKSORT_TOOLKIT_CLEAR 2   // of steps.comp: sets cells to 0,
#define VKSORT_TOOLKIT_CELLS 3   // finds where they begin and end,
#define VKSORT_TOOLKIT_GATHER 4  // and moves structures by an index

#define VKSORT_TOOLKIT_NARROW 5       // of compact.comp: finds a digit of the k-th key,
#define VKSORT_TOOLKIT_SELECT_ROWS 6  // and selects from rows

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

// The push constants. Each task uses some of them.
struct ToolkitPush {
  // As in Push: indices of the first words at the bindings. The state is the count that is written, or indices to
  // gather by. For culls and selects, counts are at the binding of the state, and keys that they write at the binding
  // of counts.
  VKSORT_UINT first_key, first_payload, first_count, first_state, first_scratch;
  VKSORT_UINT count;                // elements, at most
  VKSORT_UINT first_n;              // word with their number at VKSORT_TOOLKIT_BINDING_COUNT; ~0: none
  VKSORT_UINT argument;             // word at VKSORT_TOOLKIT_BINDING_COUNT_TARGET that gets the count, too; ~0: none
  VKSORT_UINT per_workgroup;        // after division by this
  VKSORT_UINT words;                // of what is kept: 1: the index; 2: the key, too
  VKSORT_UINT has_end;              // 1: the number of elements follows the last index
  VKSORT_UINT stride;               // words of an element
  VKSORT_UINT mask_low, mask_high;  // bits of its first two words by which elements differ
  VKSORT_UINT shift;                // of the lowest of them
  VKSORT_UINT cells;                // or rows of a select
  VKSORT_UINT tiles_each;           // that a workgroup places
  VKSORT_UINT units, are_quads;     // of a structure: quads or words
  VKSORT_UINT readable;             // structures; of a select with segments: elements that they lie in, else 0
  VKSORT_UINT goes_back;            // 1: copies what was gathered from the binding of payloads to that of keys
  // Of a select.
  VKSORT_UINT k, first_k;           // as `count` and `first_n`
  VKSORT_UINT digit;                // to find; else the number of digits
  VKSORT_UINT is_wide;              // 1: keys of two words
  VKSORT_UINT row_stride;           // elements
  VKSORT_UINT mask, flip, rotation, low_flip;  // see Push; culls also use mask and flip
  VKSORT_UINT lowest, highest;                 // order of the smallest and the largest key that a cull keeps
};

#ifdef __cplusplus
}  // namespace vksort
#endif

#endif
