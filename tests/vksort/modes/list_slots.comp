// What job.glsl says to each workgroup of a pass over lists in slots.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "../../../shaders/sort/bitonic/interface.h"
#include "../../../shaders/sort/elements/constants.glsl"
#include "../../../shaders/sort/elements/job.glsl"

layout(std430, set = 0, binding = VKSORT_BINDING_KEYS) writeonly buffer Found { uint found[]; };

void main() {
  const uint word = 5u * gl_WorkGroupID.x;
  if (!findJob(0u)) {
    for (uint i = 0u; i < 5u; ++i) found[word + i] = 0u;
    return;
  }
  found[word] = 1u;
  found[word + 1u] = job.first_key;
  found[word + 2u] = job.first_value;
  found[word + 3u] = job.count;
  found[word + 4u] = job.group;
}
