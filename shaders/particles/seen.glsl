// Keeps the elements that can be seen, see interface.h. Their keys are depths.
#include "depth.glsl"
#include "interface.h"

layout(std430, set = 1, binding = 0) readonly buffer Positions { vec4 positions[]; };
layout(std430, set = 1, binding = 1) readonly buffer Eye { CullView eye; };

bool keep(uint index, out uint key) {
  const vec4 p = positions[index];
  const float x = abs(depthOf(p.xyz, eye.right));
  const float y = abs(depthOf(p.xyz, eye.up));
  const float z = depthOf(p.xyz, eye.forward);
  precise const float across = x * eye.focal.x;
  precise const float over = y * eye.focal.y;
  precise const float far_x = p.w * eye.slack.x;
  precise const float far_y = p.w * eye.slack.y;
  precise const float width = z + far_x;
  precise const float height = z + far_y;
  key = floatBitsToUint(z);
  return z > PARTICLES_CULL_NEAR && across <= width && over <= height;
}
