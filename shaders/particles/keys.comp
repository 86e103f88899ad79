// Keys of elements. Those of a group lie together, groups in the order of the segments.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "depth.glsl"
#include "interface.h"

layout(local_size_x = PARTICLES_WORKGROUP) in;
layout(push_constant) uniform Constants { KeysPush push; };

// The place among the groups of a place among the elements; `first`: where its elements begin.
uint groupPlace(const uint place, out uint first) {
  const uint missing = push.groups * push.size - push.count;  // elements of the last group
  const uint end = (push.last_place + 1u) * push.size - missing;
  const uint at = place < end ? place / push.size : (place + missing) / push.size;
  first = at * push.size - (at > push.last_place ? missing : 0u);
  return at;
}

#ifndef WORDS
// Depth of every element as its sort key, and its index as the value that travels with it.
layout(std430, set = 0, binding = 0) readonly buffer Positions { vec4 positions[]; };
layout(std430, set = 0, binding = 1) writeonly buffer Keys { uint keys[]; };
layout(std430, set = 0, binding = 2) writeonly buffer Indices { uint indices[]; };
layout(std430, set = 0, binding = 3) readonly buffer Segments { uint segments[]; };  // not read without groups

void main() {
  const uint place = PARTICLES_INVOCATION;
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
#else
// For the verifier: a key of 64 bits by which all groups together are in order, place of the group before depth.
layout(std430, set = 0, binding = 0) readonly buffer Keys { uint keys[]; };
layout(std430, set = 0, binding = 1) writeonly buffer Words { uvec2 words[]; };

void main() {
  const uint place = PARTICLES_INVOCATION;
  if (place >= push.count) return;
  uint first;
  const uint at = groupPlace(place, first);
  const uint key = keys[place];
  const uint rising = (key >> 31) != 0u ? ~key : key | 0x80000000u;  // in the order of the depths
  words[place] = uvec2(~rising, at);
}
#endif
