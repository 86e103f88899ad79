// From how many elements of each block can be seen to where its first one is placed, and what draws them all. One
// workgroup.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "cull.glsl"

layout(std430, set = 0, binding = 0) buffer Starts { uint starts[]; };  // and behind them how many there are in all
layout(std430, set = 0, binding = 1) writeonly buffer Arguments { uint arguments[4]; };

void main() {
  const uint each = (push.blocks + PARTICLES_WORKGROUP - 1u) / PARTICLES_WORKGROUP;
  const uint first = min(gl_LocalInvocationIndex * each, push.blocks);
  const uint end = min(first + each, push.blocks);
  uint mine = 0u;
  for (uint i = first; i < end; ++i) mine += starts[i];
  uint all;
  uint start = sumBefore(mine, all);
  for (uint i = first; i < end; ++i) {
    const uint seen = starts[i];
    starts[i] = start;
    start += seen;
  }
  if (gl_LocalInvocationIndex != 0u) return;
  starts[push.blocks] = all;
  arguments[0] = push.vertices;
  arguments[1] = all;
  arguments[2] = 0u;
  arguments[3] = 0u;
}
