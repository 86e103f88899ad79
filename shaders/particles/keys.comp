// Depth of every element as its sort key, and its index as the value that travels with it.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "interface.h"
#include "depth.glsl"

layout(local_size_x = PARTICLES_WORKGROUP) in;
layout(std430, set = 0, binding = 0) readonly buffer Positions { vec4 positions[]; };
layout(std430, set = 0, binding = 1) writeonly buffer Keys { uint keys[]; };
layout(std430, set = 0, binding = 2) writeonly buffer Indices { uint indices[]; };
layout(push_constant) uniform Constants { KeysPush push; };

void main() {
  const uint index = gl_GlobalInvocationID.x;
  if (index >= push.count) return;
  keys[index] = floatBitsToUint(depthOf(positions[index].xyz, push.depth_row));
  indices[index] = index;
}
