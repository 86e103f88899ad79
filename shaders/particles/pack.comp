// Depth and index of every element in one word.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "interface.h"
#include "../host/vksort_packed.glsl"
#include "packed.h"
#include "depth.glsl"

layout(local_size_x = PARTICLES_WORKGROUP) in;
layout(std430, set = 0, binding = 0) readonly buffer Positions { vec4 positions[]; };
layout(std430, set = 0, binding = 1) writeonly buffer Packed { uint packed[]; };
layout(std430, set = 0, binding = 2) readonly buffer Indices { uint indices[]; };
layout(push_constant) uniform Constants { PackPush push; };

void main() {
  const uint place = gl_GlobalInvocationID.x;
  if (place >= push.capacity) return;
  uint word = 0xffffffffu;
  if (place < push.count) {
    const uint index = (push.flags & PARTICLES_KEYS_REORDERED) != 0u ? indices[place] : place;
    const float depth = depthOf(positions[index].xyz, push.depth_row);
    word = vksortPackKey(push.packing, depth, index) ^ (0xffffffffu << push.packing.index_bits);
  }
  packed[place] = word;
}
