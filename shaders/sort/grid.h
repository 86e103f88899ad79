// The grid of a dispatch, for the host and for set-ups. Read by C++ and by GLSL.
#ifndef VKSORT_GRID_H
#define VKSORT_GRID_H

#include "interface.h"

#ifdef __cplusplus
#define VKSORT_FUNCTION inline
namespace vksort {
#else
#define VKSORT_FUNCTION
#endif

// n / 2^log2, rounded up. log2: 0 .. 31.
VKSORT_FUNCTION VKSORT_UINT ceilShift(VKSORT_UINT n, VKSORT_UINT log2) {
  return (n >> log2) + ((n & ((1u << log2) - 1u)) != 0u ? 1u : 0u);
}

// Height and width of a grid of at least `groups` workgroups that is at most max_x wide. Rows of equal length leave
// fewer than `rows` workgroups over.
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
