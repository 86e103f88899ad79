// "step", the simple bitonic kernel with n / 2 threads: one stride per dispatch; a thread finds its pair by division
// and remainder, and by its own number whether it is in the rising or the falling half of a sequence.
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
