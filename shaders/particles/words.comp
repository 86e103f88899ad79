// For the verifier: a key of 64 bits by which all groups together are in order, place of the group before depth.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "groups.glsl"

layout(std430, set = 0, binding = 0) readonly buffer Keys { uint keys[]; };
layout(std430, set = 0, binding = 1) writeonly buffer Words { uvec2 words[]; };

void main() {
  const uint place = gl_GlobalInvocationID.x;
  if (place >= push.count) return;
  uint first;
  const uint at = groupPlace(place, first);
  const uint key = keys[place];
  const uint rising = (key >> 31) != 0u ? ~key : key | 0x80000000u;  // in the order of the depths
  words[place] = uvec2(~rising, at);
}
