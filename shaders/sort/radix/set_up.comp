// Before a radix sort that counts all digits first: clears the histogram. One workgroup.
// -DCOUNTED: the count is on the device; it becomes the arguments of the dispatches behind.
#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
#include "interface.h"
#include "../grid.h"
#include "elements.glsl"

#ifdef COUNTED
layout(constant_id = VKSORT_RADIX_MAX_GROUPS_X) const uint MAX_GROUPS_X = 65535;
layout(std430, set = 0, binding = VKSORT_BINDING_STATE) writeonly buffer State { uint state[]; };

void writeArguments(const uint first, const uint groups) {
  const uint word = push.first_state + first;
  const uint rows = gridRows(groups, MAX_GROUPS_X);
  state[word] = gridColumns(groups, rows);
  state[word + 1u] = rows;
  state[word + 2u] = 1u;
}
#endif

void main() {
  for (uint i = gl_LocalInvocationIndex; i < VKSORT_RADIX_STATES; i += INVOCATIONS) scratch[at(i)] = 0u;
#ifdef COUNTED
  if (gl_LocalInvocationIndex != 0u) return;
  const uint tiles = tilesOf(elementCount());
  writeArguments(VKSORT_RADIX_HISTOGRAM_ARGUMENTS, min(tiles, VKSORT_RADIX_HISTOGRAM_GROUPS));
  writeArguments(VKSORT_RADIX_PASS_ARGUMENTS, tiles);
#endif
}
