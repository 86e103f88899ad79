// Keys and indices of the elements that can be seen, in their order, and behind them those of the others, whose depth is
// that of what is behind all.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "cull.glsl"

layout(std430, set = 0, binding = 0) readonly buffer Positions { vec4 positions[]; };
layout(std430, set = 0, binding = 1) readonly buffer Starts { uint starts[]; };
layout(std430, set = 0, binding = 2) writeonly buffer Keys { uint keys[]; };
layout(std430, set = 0, binding = 3) writeonly buffer Indices { uint indices[]; };

void main() {
  const uint first = gl_WorkGroupID.x * PARTICLES_CULL_BLOCK + gl_LocalInvocationIndex * PARTICLES_CULL_EACH;
  uint seen = 0u;  // a bit for each
  for (uint i = 0u; i < PARTICLES_CULL_EACH; ++i)
    if (first + i < push.count && canBeSeen(positions[first + i])) seen |= 1u << i;
  uint all;
  uint place = starts[gl_WorkGroupID.x] + sumBefore(bitCount(seen), all);
  const uint drawn = starts[push.blocks];
  for (uint i = 0u; i < PARTICLES_CULL_EACH; ++i) {
    const uint index = first + i;
    if (index >= push.count) return;
    const bool is_seen = (seen >> i & 1u) != 0u;
    const uint at = is_seen ? place : drawn + index - place;
    const float depth = is_seen ? depthOf(positions[index].xyz, push.forward) : uintBitsToFloat(0xff800000u);
    keys[at] = floatBitsToUint(depth);
    indices[at] = index;
    if (is_seen) ++place;
  }
}
