// "block", the block sort: each workgroup sorts a tile in shared memory, ascending, with one element per thread.
// -DPADDED: first half of "padded", the local sort before global strides. Tiles ascend and descend alternately, and the
// largest key is written past the count, up to push.size.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "paper.glsl"

shared uint tile[gl_WorkGroupSize.x];

void main() {
  const uint t = gl_LocalInvocationID.x;
  const uint i = groupIndex() * gl_WorkGroupSize.x + t;
#ifdef PADDED
  const uint place = i;
  const uint stored = push.size;
#else
  const uint place = t;
  const uint stored = push.count;
#endif
  tile[t] = i < push.count ? keys[i] : ~kFlip;
  barrier();
  for (uint size = 2u; size <= gl_WorkGroupSize.x; size <<= 1u) {
    for (uint stride = size >> 1u; stride > 0u; stride >>= 1u) {
      const uint u = t ^ stride;
      if (u > t) {
        const uint a = tile[t];
        const uint b = tile[u];
        if (wrongOrder(a, b, (place & size) == 0u)) {
          tile[t] = b;
          tile[u] = a;
        }
      }
      barrier();
    }
  }
  if (i < stored) keys[i] = tile[t];
}
