// V1 "fused in-block" (paper, algorithms 3 and 4): processes all strides below a block in one dispatch, in global
// memory.
// -DREFINE: only the last strides of a merge, instead of sorting the block.
#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_KHR_memory_scope_semantics : require
#include "paper.glsl"

// CUDA's __syncthreads(): a workgroup sees its own writes. `coherent` and memoryBarrierBuffer() would make writes
// visible to the whole device and bypass the first-level cache, which makes this version fast.
void syncWorkgroup() {
  controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, gl_StorageSemanticsBuffer, gl_SemanticsAcquireRelease);
}

void merge(uint i, uint size, uint first_stride) {
  const bool ascending = (i & size) == 0u;
  for (uint stride = first_stride; stride > 0u; stride >>= 1u) {
    const uint j = i ^ stride;
    if (j > i && i < push.count) compareAndSwap(i, j, ascending);
    syncWorkgroup();
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
