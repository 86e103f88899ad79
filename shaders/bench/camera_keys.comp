// View depths of points as sort keys, in the order in which the sort before left the points.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "view.h"
#include "../particles/depth.glsl"

layout(local_size_x = DEPTH_KEYS_WORKGROUP) in;
layout(std430, set = 0, binding = 0) readonly buffer Positions { vec4 positions[]; };
layout(std430, set = 0, binding = 1) writeonly buffer Keys { float keys[]; };
layout(std430, set = 0, binding = 2) readonly buffer Payloads { uint payloads[]; };
layout(push_constant) uniform Constants { vec4 row; uint count; };

void main() {
  const uint group = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
  const uint index = group * DEPTH_KEYS_WORKGROUP + gl_LocalInvocationID.x;
  if (index >= count) return;
  keys[index] = depthOf(positions[min(payloads[index], count - 1u)].xyz, row);
}
