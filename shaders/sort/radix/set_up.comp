// Runs before the passes of a radix sort, as one workgroup without shared memory: clears the histogram, and converts an
// indirect count to the words of the later dispatches.
#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
#include "common.glsl"

layout(constant_id = VKSORT_RADIX_MAX_GROUPS_X) const uint MAX_GROUPS_X = 65535;
layout(std430, set = 0, binding = VKSORT_BINDING_DISPATCH_WORDS) writeonly buffer DispatchWords { uint dispatch_words[]; };

void writeDispatch(const uint first, const uint groups) {
  const uint word = push.first_at_3 + first;
  const uint rows = gridRows(groups, MAX_GROUPS_X);
  dispatch_words[word] = gridColumns(groups, rows);
  dispatch_words[word + 1u] = rows;
  dispatch_words[word + 2u] = 1u;
}

void main() {
  const uint step = gl_NumWorkGroups.x * gl_NumWorkGroups.y * INVOCATIONS;
  for (uint i = pass.from + workgroup() * INVOCATIONS + gl_LocalInvocationIndex; i < pass.to; i += step) {
    scratch[at(i)] = 0u;
  }
  if (push.is_indirect == 0u || gl_LocalInvocationIndex != 0u) return;
  const uint n = elementCount();
  const bool in_place = n <= pass.max_in_place;
  const uint tiles = in_place ? 0u : tilesOf(n);
  writeDispatch(VKSORT_RADIX_COUNT_DISPATCH, min(tiles, VKSORT_RADIX_COUNT_GROUPS));
  writeDispatch(VKSORT_RADIX_PASS_DISPATCH, tiles);
  writeDispatch(VKSORT_RADIX_SUM_DISPATCH, tiles != 0u ? VKSORT_RADIX_SUM_GROUPS : 0u);
  writeDispatch(VKSORT_RADIX_IN_PLACE_DISPATCH, in_place ? min(n, 1u) : 0u);
}
