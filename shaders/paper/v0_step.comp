// V0 "naive" (paper, algorithm 1): one stride per dispatch and one thread per element, so half of the threads are idle.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "paper.glsl"

void main() {
  const uint i = groupIndex() * gl_WorkGroupSize.x + gl_LocalInvocationID.x;
  const uint j = i ^ push.stride;
  if (i < push.count && j > i) compareAndSwap(i, j, (i & push.size) == 0u);
}
