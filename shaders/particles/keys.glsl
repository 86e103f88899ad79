// Sort keys, which are depths as 32-bit floats. The pass that moves the elements writes them.
#include "interface.h"

layout(push_constant) uniform Constants { MovePush push; };
layout(std430, set = 0, binding = 1) writeonly buffer Keys { uint keys[]; };
layout(std430, set = 0, binding = 2) writeonly buffer Indices { uint indices[]; };

float depthOf(const vec3 p, const vec4 row) {
  precise const float depth = ((row.x * p.x + row.y * p.y) + row.z * p.z) + row.w;
  return depth;
}

void writeKey(const uint place, const uint index, const vec3 p) {
  keys[place] = floatBitsToUint(depthOf(p, push.eye.forward));
  if (push.writes_indices != 0u) indices[place] = index;
}

// Elements that are not visible get NaN as their key, so the cull removes them.
void writeKeyIfSeen(const uint index, const vec4 p) {
  const CullView eye = push.eye;
  const float x = abs(depthOf(p.xyz, eye.right));
  const float y = abs(depthOf(p.xyz, eye.up));
  const float z = depthOf(p.xyz, eye.forward);
  precise const float across = x * eye.focal.x;
  precise const float over = y * eye.focal.y;
  precise const float far_x = p.w * eye.slack.x;
  precise const float far_y = p.w * eye.slack.y;
  precise const float width = z + far_x;
  precise const float height = z + far_y;
  const bool seen = z > PARTICLES_CULL_NEAR && across <= width && over <= height;
  keys[index] = seen ? floatBitsToUint(z) : 0x7fc00000u;
}
