// What the host and the shaders of a Toolkit agree on. Read by C++ and by GLSL.
#ifndef VKSORT_TOOLKIT_INTERFACE_H
#define VKSORT_TOOLKIT_INTERFACE_H

#include "../interface.h"

// Specialization constants, all 32 bits.
#define VKSORT_TOOLKIT_WORKGROUP 0   // invocations, a power of two
#define VKSORT_TOOLKIT_LOOKS_BACK 1  // compact.comp: 0: tiles go to scratch memory, and a step moves them
#define VKSORT_TOOLKIT_SPIN_LIMIT 2  // compact.comp: looks at a tile's state before its elements are counted again
#define VKSORT_TOOLKIT_TASK 3        // steps.comp: VKSORT_TOOLKIT_CLEAR, or ..
#define VKSORT_TOOLKIT_CONSTANTS 4

#define VKSORT_TOOLKIT_CLEAR 0   // sets words to 0: states, or cells
#define VKSORT_TOOLKIT_MOVE 1    // moves tiles from scratch memory to where they belong
#define VKSORT_TOOLKIT_CELLS 2   // finds where cells begin and end
#define VKSORT_TOOLKIT_GATHER 3  // moves structures by an index

#define VKSORT_TOOLKIT_ROWS 8   // elements of an invocation of compact.comp, a workgroup's size apart
#define VKSORT_TOOLKIT_UNITS 4  // words or quads of an invocation that gathers, and elements of one that finds cells
#define VKSORT_TOOLKIT_MAX_MOVERS 1024  // workgroups that move tiles, at most: each sums the counts of the tiles before

// A state of a tile: a count of elements, and below it one of these. 0: nothing is published.
#define VKSORT_TOOLKIT_TILE_COUNT 1  // kept in the tile
#define VKSORT_TOOLKIT_PREFIX 2      // kept in the tile and all before it
#define VKSORT_TOOLKIT_STATUS_BITS 2

// Scratch memory, in words: a state or a count for each tile; without look-back behind them the first words of what was
// kept, each tile's from its first element on, and if there are two words the second ones.

#ifdef __cplusplus
namespace vksort {
#endif

// The push constants. Each task uses some of them.
struct ToolkitPush {
  // As in Push: indices of the first words at the bindings. The state is the count to write, or indices to gather by.
  VKSORT_UINT first_key, first_payload, first_count, first_state, first_scratch;
  VKSORT_UINT count;                // elements, at most
  VKSORT_UINT is_indirect;          // 1: their number is at VKSORT_BINDING_COUNTS
  VKSORT_UINT argument;             // word at VKSORT_BINDING_STATE that gets the count, too; ~0: none
  VKSORT_UINT per_workgroup;        // after division by this
  VKSORT_UINT words;                // of what is kept: 1: the index; 2: the key, too
  VKSORT_UINT has_end;              // 1: the number of elements follows the last index
  VKSORT_UINT stride;               // words of an element
  VKSORT_UINT mask_low, mask_high;  // bits of its first two words by which elements differ
  VKSORT_UINT shift;                // of the lowest of them
  VKSORT_UINT cells;
  VKSORT_UINT tiles_each;           // that a workgroup moves
  VKSORT_UINT clears;               // words to clear, of cells if there are any, else of states
  VKSORT_UINT units, are_quads;     // of a structure: quads or words
  VKSORT_UINT readable;             // structures
  VKSORT_UINT goes_back;            // 1: copies what was gathered from the binding of payloads to that of keys
};

#ifdef __cplusplus
}  // namespace vksort
#endif

#endif
