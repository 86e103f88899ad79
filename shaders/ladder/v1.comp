// V1 "fused in-block" (paper, algorithms 3 and 4): every stride below a block in one dispatch, still in global memory.
// -DREFINE: the last strides of one merge, else the whole sort of a block.
#version 450
#extension GL_GOOGLE_include_directive : require
// GLSL makes no other promise that a workgroup sees its own writes to a buffer.
#define LADDER_KEYS_QUALIFIER coherent
#include "ladder.glsl"

void merge(uint i, uint size, uint first_stride) {
  const bool ascending = (i & size) == 0u;
  for (uint stride = first_stride; stride > 0u; stride >>= 1u) {
    const uint j = i ^ stride;
    if (j > i && i < push.count) compareAndSwap(i, j, ascending);
    memoryBarrierBuffer();
    barrier();
  }
}

void main() {
  const uint i = groupIndex() * gl_WorkGroupSize.x + gl_LocalInvocationID.x;
#ifdef REFINE
  merge(i, push.size, push.chunk >> 1u);
#else
  for (uint size = 2u; size <= push.chunk; size <<= 1u) merge(i, size, size >> 1u);
#endif
}
