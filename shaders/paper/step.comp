// "step", the simple bitonic kernel with n / 2 threads: one stride per dispatch. A thread finds its pair by division
// and remainder, and its direction from its own index.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "paper.glsl"

void main() {
  const uint t = groupIndex() * gl_WorkGroupSize.x + gl_LocalInvocationID.x;
  if (t >= push.count / 2u) return;
  const uint left = t % push.stride + t / push.stride * 2u * push.stride;
  const bool rising = t % push.size < push.size / 2u;
  compareAndSwap(left, left + push.stride, rising);
}
