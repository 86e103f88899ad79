// Gathers structures by an index, or copies gathered structures back. Each invocation moves UNITS units, without shared
// memory.
#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
#define VKSORT_PUSH GatherPush
#include "toolkit.glsl"

layout(std430, set = 0, binding = VKSORT_TOOL_SOURCE) buffer SourceQuads { uvec4 source_quads[]; };
layout(std430, set = 0, binding = VKSORT_TOOL_TARGET) buffer TargetQuads { uvec4 target_quads[]; };
layout(std430, set = 0, binding = VKSORT_TOOL_INDICES) readonly buffer Indices { uint indices[]; };

// Issues all loads before the first store.
#define MOVE(TYPE, from, first_from, to, first_to)                                                            \
  {                                                                                                           \
    TYPE loaded[UNITS];                                                                                       \
    EACH_UNIT(i) loaded[i] = from[(first_from) + unit[i]];                                                    \
    EACH_UNIT(i) {                                                                                            \
      if (first + i * INVOCATIONS < all) to[(first_to) + first + i * INVOCATIONS] = loaded[i];                \
    }                                                                                                         \
  }

void main() {
  // A unit is a quad or a word.
  const uint units_each = push.are_quads != 0u ? push.source.words_each / 4u : push.source.words_each;
  const uint all = elementCount() * units_each;
  const uint first = workgroup() * (INVOCATIONS * UNITS) + gl_LocalInvocationIndex;
  if (first >= all) return;
  uint unit[UNITS], index[UNITS];
  EACH_UNIT(i) unit[i] = min(first + i * INVOCATIONS, all - 1u);
  if (push.goes_back == 0u) {
    EACH_UNIT(i) index[i] = indices[push.first_index + unit[i] / units_each];
    EACH_UNIT(i) unit[i] = min(index[i], push.readable - 1u) * units_each + unit[i] % units_each;
  }
  const uint first_source = push.source.first_word;
  if (push.are_quads != 0u && push.goes_back != 0u) {
    MOVE(uvec4, target_quads, push.first_target / 4u, source_quads, first_source / 4u)
  } else if (push.are_quads != 0u) {
    MOVE(uvec4, source_quads, first_source / 4u, target_quads, push.first_target / 4u)
  } else if (push.goes_back != 0u) {
    MOVE(uint, target, push.first_target, source, first_source)
  } else {
    MOVE(uint, source, first_source, target, push.first_target)
  }
}
