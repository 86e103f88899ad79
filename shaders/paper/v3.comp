// V3 "subgroup shuffles" (paper, algorithm 7): same as V2, with strides below the subgroup size in registers. Subgroups
// must be full, but can have any size, unlike the paper's warps of 32.
// -DREFINE: only the last strides of a merge, instead of sorting the block.
#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_shuffle : require
#include "paper.glsl"

shared uint block[gl_WorkGroupSize.x];

uint keep(uint mine, uint other, bool take_lower) {
  return wrongOrder(mine, other, take_lower) ? other : mine;
}

void merge(uint t, uint i, uint size, uint first_stride) {
  const bool ascending = (i & size) == 0u;
  uint stride = first_stride;
  for (; stride >= gl_SubgroupSize; stride >>= 1u) {
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
  uint mine = block[t];
  for (; stride > 0u; stride >>= 1u) {
    mine = keep(mine, subgroupShuffleXor(mine, stride), ascending == ((t & stride) == 0u));
  }
  block[t] = mine;
  barrier();
}

void main() {
  const uint t = gl_SubgroupID * gl_SubgroupSize + gl_SubgroupInvocationID;
  const uint i = groupIndex() * gl_WorkGroupSize.x + t;
  if (i < push.count) block[t] = keys[i];
  barrier();
#ifdef REFINE
  merge(t, i, push.size, push.chunk >> 1u);
#else
  for (uint size = 2u; size <= push.chunk; size <<= 1u) merge(t, i, size, size >> 1u);
#endif
  if (i < push.count) keys[i] = block[t];
}
