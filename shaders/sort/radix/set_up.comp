// Before a radix sort that counts all digits into a histogram: clears it. One workgroup.
// -DCOUNTED: the count is on the device; it becomes the arguments of the dispatches behind. Where nothing is added to a
// histogram that is all.
#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
#include "interface.h"
#include "../grid.h"
#include "elements.glsl"

#ifdef COUNTED
#include "arguments.glsl"

layout(constant_id = VKSORT_RADIX_FEW) const uint FEW = 0;
#endif

void main() {
  if (OFFSETS == VKSORT_RADIX_BY_LOOK_BACK) {
    for (uint i = gl_LocalInvocationIndex; i < VKSORT_RADIX_STATES; i += INVOCATIONS) scratch[at(i)] = 0u;
  }
#ifdef COUNTED
  if (gl_LocalInvocationIndex != 0u) return;
  const uint n = elementCount();
  const bool few = n <= FEW;
  const uint tiles = few ? 0u : tilesOf(n);
  if (FEW != 0u) writeArguments(VKSORT_RADIX_FEW_ARGUMENTS, few ? min(n, 1u) : 0u);
  if (OFFSETS == VKSORT_RADIX_BY_SUMMED_TABLE) {
    writeArguments(VKSORT_RADIX_SUM_ARGUMENTS, tiles != 0u ? VKSORT_RADIX_SUM_GROUPS : 0u);
  } else {
    writeArguments(VKSORT_RADIX_HISTOGRAM_ARGUMENTS, min(tiles, VKSORT_RADIX_HISTOGRAM_GROUPS));
  }
  writeArguments(VKSORT_RADIX_PASS_ARGUMENTS, tiles);
  if (RUN_PIECE != 0u) {
    writeArguments(VKSORT_RADIX_VALUE_ARGUMENTS, 0u);  // count_values.comp may need them
    writeArguments(VKSORT_RADIX_RUN_ARGUMENTS, few ? 0u : ceilOf(n, RUN_PIECE));
  }
#endif
}
