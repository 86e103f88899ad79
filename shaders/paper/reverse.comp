// Reverses every push.size sorted keys, and the remaining keys at the end: the paper's way to sort in descending order.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "paper.glsl"

void main() {
  const uint t = groupIndex() * gl_WorkGroupSize.x + gl_LocalInvocationID.x;
  const uint pairs = (push.size + 1u) / 2u;
  const uint first = t / pairs * push.size;
  if (first >= push.count) return;
  const uint length = min(push.size, push.count - first);
  const uint k = t % pairs;
  if (k >= length / 2u) return;
  const uint a = keys[first + k];
  keys[first + k] = keys[first + length - 1u - k];
  keys[first + length - 1u - k] = a;
}
