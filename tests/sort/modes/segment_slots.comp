// Writes the Job that job.glsl finds for each workgroup of a segment merge.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "../../../shaders/sort/bitonic/interface.h"
#include "../../../shaders/sort/elements/job.glsl"

layout(std430, set = 0, binding = VKSORT_BINDING_KEYS) writeonly buffer Found { uint found[]; };

void main() {
  const uint word = 5u * gl_WorkGroupID.x;
  const bool exists = findJob(0u);
  found[word] = exists ? 1u : 0u;
  found[word + 1u] = exists ? job.first_key : 0u;
  found[word + 2u] = exists ? job.first_payload : 0u;
  found[word + 3u] = exists ? job.count : 0u;
  found[word + 4u] = exists ? job.group : 0u;
}
