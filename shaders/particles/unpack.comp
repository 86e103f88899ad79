// The index of each word.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "interface.h"
#include "../host/vksort_packed.glsl"
#include "packed.h"

layout(local_size_x = PARTICLES_WORKGROUP) in;
layout(std430, set = 0, binding = 0) readonly buffer Packed { uint packed[]; };
layout(std430, set = 0, binding = 1) writeonly buffer Indices { uint indices[]; };
layout(push_constant) uniform Constants { UnpackPush push; };

void main() {
  const uint place = gl_GlobalInvocationID.x;
  if (place < push.count) indices[place] = packed[place] & ((1u << push.index_bits) - 1u);
}
