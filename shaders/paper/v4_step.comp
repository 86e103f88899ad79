// The global kernel of V4 and V5 (paper, section V4): one stride per dispatch, one thread per pair.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "paper.glsl"

void main() {
  const uint t = groupIndex() * gl_WorkGroupSize.x + gl_LocalInvocationID.x;
  const uint i = lowerPartner(t, push.stride);
  if (t < push.count >> 1u) compareAndSwap(i, i + push.stride, (i & push.size) == 0u);
}
