// Before the passes of a radix sort, by one workgroup: clears the histogram, and turns an indirect count into
// the arguments of the dispatches behind.
#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
#include "common.glsl"

layout(constant_id = VKSORT_RADIX_MAX_GROUPS_X) const uint MAX_GROUPS_X = 65535;
layout(std430, set = 0, binding = VKSORT_BINDING_STATE) writeonly buffer State { uint state[]; };

void writeArguments(const uint first, const uint groups) {
  const uint word = push.first_state + first;
  const uint rows = gridRows(groups, MAX_GROUPS_X);
  state[word] = gridColumns(groups, rows);
  state[word + 1u] = rows;
  state[word + 2u] = 1u;
}

void main() {
  for (uint i = gl_LocalInvocationIndex; i < VKSORT_RADIX_STATES_AT; i += INVOCATIONS) scratch[at(i)] = 0u;
  if (push.is_indirect == 0u || gl_LocalInvocationIndex != 0u) return;
  const uint n = elementCount();
  const bool in_place = n <= pass.max_in_place;
  const uint tiles = in_place ? 0u : tilesOf(n);
  writeArguments(VKSORT_RADIX_COUNT_ARGUMENTS, min(tiles, VKSORT_RADIX_COUNT_GROUPS));
  writeArguments(VKSORT_RADIX_PASS_ARGUMENTS, tiles);
  writeArguments(VKSORT_RADIX_SUM_ARGUMENTS, tiles != 0u ? VKSORT_RADIX_SUM_GROUPS : 0u);
  writeArguments(VKSORT_RADIX_IN_PLACE_ARGUMENTS, in_place ? min(n, 1u) : 0u);
}
