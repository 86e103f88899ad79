// Which elements can be seen, and where each is placed.
#include "../depth.glsl"
#include "../interface.h"

layout(local_size_x = PARTICLES_WORKGROUP) in;
layout(push_constant) uniform Constants { CullPush push; };

// See interface.h.
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

// The sum of what the invocations before have, and of all. All invocations must call it.

shared uint sums[PARTICLES_WORKGROUP];

uint sumBefore(const uint mine, out uint all) {
  const uint me = gl_LocalInvocationIndex;
  sums[me] = mine;
  barrier();
  for (uint step_size = 1u; step_size < PARTICLES_WORKGROUP; step_size *= 2u) {
    const uint before = me >= step_size ? sums[me - step_size] : 0u;
    barrier();
    sums[me] += before;
    barrier();
  }
  all = sums[PARTICLES_WORKGROUP - 1u];
  return sums[me] - mine;
}
