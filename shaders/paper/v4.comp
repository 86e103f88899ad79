// V4 "half the threads" (paper, algorithm 8): two elements per thread in shared memory, so that no thread is idle. V5
// "no bank conflicts" (paper, section V5), -DSTAGGER: the upper half of a subgroup moves its two elements in reverse
// order, because threads half a subgroup apart would access the same bank. As in the paper, this only applies to loads
// and stores.
// -DREFINE: only the last strides of a merge, instead of sorting the block.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "paper.glsl"
layout(constant_id = 2) const uint kHalfSubgroup = 16u;

shared uint block[2u * gl_WorkGroupSize.x];

void merge(uint offset, uint size, uint first_stride) {
  for (uint stride = first_stride; stride > 0u; stride >>= 1u) {
    const uint i = lowerPartner(gl_LocalInvocationID.x, stride);
    const uint a = block[i];
    const uint b = block[i + stride];
    if (wrongOrder(a, b, ((offset + i) & size) == 0u)) {
      block[i] = b;
      block[i + stride] = a;
    }
    barrier();
  }
}

void main() {
  const uint offset = groupIndex() * gl_WorkGroupSize.x * 2u;
#ifdef STAGGER
  const uint second_first = (gl_LocalInvocationID.x & kHalfSubgroup) == 0u ? 0u : 1u;
#else
  const uint second_first = 0u;
#endif
  const uint i = 2u * gl_LocalInvocationID.x + second_first;
  const uint j = i ^ 1u;
  const bool exists = offset + 2u * gl_LocalInvocationID.x < push.count;
  if (exists) {
    block[i] = keys[offset + i];
    block[j] = keys[offset + j];
  }
  barrier();
#ifdef REFINE
  merge(offset, push.size, push.chunk >> 1u);
#else
  for (uint size = 2u; size <= push.chunk; size <<= 1u) merge(offset, size, size >> 1u);
#endif
  if (exists) {
    keys[offset + i] = block[i];
    keys[offset + j] = block[j];
  }
}
