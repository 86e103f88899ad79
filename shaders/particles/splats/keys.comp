// Splats and points of a file do not move, so this only writes their sort keys.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "../keys.glsl"

layout(local_size_x = PARTICLES_WORKGROUP) in;
layout(std430, set = 0, binding = 0) readonly buffer Positions { vec4 positions[]; };

void main() {
  const uint index = PARTICLES_INVOCATION;
  if (index < push.count) writeKeyIfSeen(index, positions[index]);
}
