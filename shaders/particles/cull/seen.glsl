// Whether an element can be seen, see interface.h. Needs Push push.
#include "../depth.glsl"

bool canBeSeen(const vec4 p) {
  const float x = abs(depthOf(p.xyz, push.right));
  const float y = abs(depthOf(p.xyz, push.up));
  const float z = depthOf(p.xyz, push.forward);
  precise const float across = x * push.focal.x;
  precise const float over = y * push.focal.y;
  precise const float far_x = p.w * push.slack.x;
  precise const float far_y = p.w * push.slack.y;
  precise const float width = z + far_x;
  precise const float height = z + far_y;
  return z > PARTICLES_CULL_NEAR && across <= width && over <= height;
}
