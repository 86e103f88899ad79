// View depths as sort keys, in a pass before the sort; with payloads, the indices.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "depth_key.glsl"

layout(local_size_x = DEPTH_KEYS_WORKGROUP) in;
layout(constant_id = 0) const uint PAYLOADS = 0;  // 1: writes them
layout(std430, set = 0, binding = 0) writeonly buffer Keys { uint keys[]; };
layout(std430, set = 0, binding = 1) writeonly buffer Payloads { uint payloads[]; };
layout(push_constant) uniform Constants { uint count; };

void main() {
  const uint group = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
  const uint index = group * DEPTH_KEYS_WORKGROUP + gl_LocalInvocationID.x;
  if (index >= count) return;
  keys[index] = loadKey(index);
  if (PAYLOADS != 0u) payloads[index] = index;
}
