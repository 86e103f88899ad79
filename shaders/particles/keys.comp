// Depth of every element as its sort key, and its index as the value that travels with it. Those of a group lie together,
// groups in the order of the segments.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "depth.glsl"
#include "groups.glsl"

layout(std430, set = 0, binding = 0) readonly buffer Positions { vec4 positions[]; };
layout(std430, set = 0, binding = 1) writeonly buffer Keys { uint keys[]; };
layout(std430, set = 0, binding = 2) writeonly buffer Indices { uint indices[]; };
layout(std430, set = 0, binding = 3) readonly buffer Segments { uint segments[]; };  // not read without groups

void main() {
  const uint place = gl_GlobalInvocationID.x;
  if (place >= push.count) return;
  uint index = place;
  if (push.groups != 0u) {
    uint first;
    const uint at = groupPlace(place, first);
    index = segments[2u * push.groups + at] * push.size + place - first;
  }
  keys[place] = floatBitsToUint(depthOf(positions[index].xyz, push.depth_row));
  indices[place] = index;
}
