// Depth of every element as its sort key, and its index as the value that travels with it.
// DRAWN: only those that were drawn have a depth, the others are behind them.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "interface.h"
#include "depth.glsl"
#include "depth_key.glsl"

layout(local_size_x = PARTICLES_WORKGROUP) in;
layout(std430, set = 0, binding = 0) readonly buffer Positions { vec4 positions[]; };
layout(std430, set = 0, binding = 1) writeonly buffer Keys { uint keys[]; };
#ifdef DRAWN
layout(std430, set = 0, binding = 2) readonly buffer Indices { uint indices[]; };
layout(std430, set = 0, binding = 3) readonly buffer Arguments { uint arguments[4]; };
#else
layout(std430, set = 0, binding = 2) buffer Indices { uint indices[]; };
#endif
layout(push_constant) uniform Constants { KeysPush push; };

void main() {
  const uint place = gl_GlobalInvocationID.x;
  if (place >= push.count) return;
  const uint index = (push.flags & PARTICLES_KEYS_REORDERED) != 0u ? indices[place] : place;
  float depth = depthOf(positions[index].xyz, push.depth_row);
#ifdef DRAWN
  if (place >= arguments[1]) depth = uintBitsToFloat(0xff800000u);  // -inf
#else
  if ((push.flags & PARTICLES_KEYS_INDEXED) != 0u) indices[place] = index;
#endif
  keys[place] = depthKey(depth, push.key_type);
}
