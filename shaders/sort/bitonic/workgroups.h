// How many workgroups a pass takes, for the host's schedule and for setup.comp. Read by C++ and by GLSL. All is exact
// for any count of 32 bits.
#ifndef VKSORT_WORKGROUPS_H
#define VKSORT_WORKGROUPS_H

#include "../grid.h"

#ifdef __cplusplus
namespace vksort {
#endif

// Of n elements, those in blocks of 2^stage whose upper half exists; a last block without one is sorted already. 0: the
// stage has nothing to do. n: at least 1; stage: 1 .. 32.
VKSORT_FUNCTION VKSORT_UINT stageEnd(VKSORT_UINT n, VKSORT_UINT stage) {
  const VKSORT_UINT upper = 1u << (stage - 1u);
  const VKSORT_UINT last = n - 1u;
  return (last & upper) != 0u ? n : last & ~(upper | (upper - 1u));
}

// Global passes of a merge stage, each of at most `longest` strides, with `above` strides that do not fit a tile.
VKSORT_FUNCTION VKSORT_UINT globalPasses(VKSORT_UINT above, VKSORT_UINT longest) {
  return (above + longest - 1u) / longest;
}

// Workgroups of 2^elements_log2 elements in a global pass over the sub-blocks of 2^(window + strides) elements that
// start below `end`. window + strides: 1 .. 32.
VKSORT_FUNCTION VKSORT_UINT globalGroups(VKSORT_UINT end, VKSORT_UINT window, VKSORT_UINT strides,
                                         VKSORT_UINT elements_log2) {
  const VKSORT_UINT columns = elements_log2 - strides;
  const VKSORT_UINT in_block = (2u << (window + strides - 1u)) - 1u;  // index bits
  const VKSORT_UINT per_block = 1u << (window - columns);
  const VKSORT_UINT of_last = ceilShift(end & in_block, columns);
  return ((end & ~in_block) >> elements_log2) + (of_last < per_block ? of_last : per_block);
}

#ifdef __cplusplus
}  // namespace vksort
#endif

#endif
