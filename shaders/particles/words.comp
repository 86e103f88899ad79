// For the verifier: 64-bit keys that order all groups together. The place of the group comes before the depth.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "interface.h"

layout(local_size_x = PARTICLES_WORKGROUP) in;
layout(push_constant) uniform Constants { GroupsPush push; };
layout(std430, set = 0, binding = 0) readonly buffer Keys { uint keys[]; };
layout(std430, set = 0, binding = 1) writeonly buffer Words { uvec2 words[]; };

// The place of the group that contains a place among the elements.
uint groupPlace(const uint place) {
  const uint missing = push.groups * push.size - push.count;  // elements that the last group lacks
  const uint end = (push.last_place + 1u) * push.size - missing;
  return place < end ? place / push.size : (place + missing) / push.size;
}

void main() {
  const uint place = PARTICLES_INVOCATION;
  if (place >= push.count) return;
  const uint key = keys[place];
  const uint rising = (key >> 31) != 0u ? ~key : key | 0x80000000u;  // in the order of the depths
  words[place] = uvec2(~rising, groupPlace(place));
}
