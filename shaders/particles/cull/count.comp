// How many elements of each block can be seen.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "cull.glsl"

layout(std430, set = 0, binding = 0) readonly buffer Positions { vec4 positions[]; };
layout(std430, set = 0, binding = 1) writeonly buffer Starts { uint starts[]; };

shared uint seen;

void main() {
  if (gl_LocalInvocationIndex == 0u) seen = 0u;
  barrier();
  const uint first = gl_WorkGroupID.x * PARTICLES_CULL_BLOCK + gl_LocalInvocationIndex;
  uint mine = 0u;
  for (uint i = 0u; i < PARTICLES_CULL_EACH; ++i) {
    const uint index = first + i * PARTICLES_WORKGROUP;
    if (index < push.count && canBeSeen(positions[index])) ++mine;
  }
  atomicAdd(seen, mine);
  barrier();
  if (gl_LocalInvocationIndex == 0u) starts[gl_WorkGroupID.x] = seen;
}
