// V2 "shared memory" (paper, algorithm 6): same as V1, with the block's elements in shared memory.
// -DREFINE: only the last strides of a merge, instead of sorting the block.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "paper.glsl"

shared uint block[gl_WorkGroupSize.x];

void merge(uint i, uint size, uint first_stride) {
  const uint t = gl_LocalInvocationID.x;
  const bool ascending = (i & size) == 0u;
  for (uint stride = first_stride; stride > 0u; stride >>= 1u) {
    const uint u = t ^ stride;
    if (u > t) {
      const uint a = block[t];
      const uint b = block[u];
      if (wrongOrder(a, b, ascending)) {
        block[t] = b;
        block[u] = a;
      }
    }
    barrier();
  }
}

void main() {
  const uint i = groupIndex() * gl_WorkGroupSize.x + gl_LocalInvocationID.x;
  if (i < push.count) block[gl_LocalInvocationID.x] = keys[i];
  barrier();
#ifdef REFINE
  merge(i, push.size, push.chunk >> 1u);
#else
  for (uint size = 2u; size <= push.chunk; size <<= 1u) merge(i, size, size >> 1u);
#endif
  if (i < push.count) keys[i] = block[gl_LocalInvocationID.x];
}
