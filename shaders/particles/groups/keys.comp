// Depth and index of every element, those of each group together, groups in the order of the segments.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "interface.h"
#include "../depth.glsl"

layout(local_size_x = PARTICLES_WORKGROUP) in;
layout(std430, set = 0, binding = 0) readonly buffer Positions { vec4 positions[]; };
layout(std430, set = 0, binding = 1) readonly buffer Segments { uint segments[]; };
layout(std430, set = 0, binding = 2) writeonly buffer Keys { uint keys[]; };
layout(std430, set = 0, binding = 3) writeonly buffer Indices { uint indices[]; };
layout(push_constant) uniform Constants { Push push; };
#include "places.glsl"

void main() {
  const uint place = gl_GlobalInvocationID.x;
  if (place >= push.count) return;
  uint first;
  const uint at = groupPlace(place, first);
  const uint group = segments[2u * push.groups + at];
  const uint index = group * push.size + place - first;
  keys[place] = floatBitsToUint(depthOf(positions[index].xyz, push.depth_row));
  indices[place] = index;
}
