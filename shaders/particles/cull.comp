// Which elements can be seen, and where each is placed, in three passes: COUNT, PLACE and WRITE.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "depth.glsl"
#include "interface.h"

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

#if defined(COUNT)
// How many elements of each block can be seen.
layout(std430, set = 0, binding = 0) readonly buffer Positions { vec4 positions[]; };
layout(std430, set = 0, binding = 1) writeonly buffer Starts { uint starts[]; };

shared uint seen;

void main() {
  if (gl_LocalInvocationIndex == 0u) seen = 0u;
  barrier();
  const uint first = gl_WorkGroupID.x * PARTICLES_CULL_BLOCK + gl_LocalInvocationIndex;
  uint mine = 0u;
  for (uint i = 0u; i < PARTICLES_CULL_EACH; ++i) {
    const uint index = first + i * PARTICLES_WORKGROUP;
    if (index < push.count && canBeSeen(positions[index])) ++mine;
  }
  atomicAdd(seen, mine);
  barrier();
  if (gl_LocalInvocationIndex == 0u) starts[gl_WorkGroupID.x] = seen;
}
#elif defined(PLACE)
// From how many elements of each block can be seen to where its first one is placed, and what draws them all. One
// workgroup.
layout(std430, set = 0, binding = 0) buffer Starts { uint starts[]; };  // and behind them how many there are in all
layout(std430, set = 0, binding = 1) writeonly buffer Arguments { uint arguments[4]; };

void main() {
  const uint each = (push.blocks + PARTICLES_WORKGROUP - 1u) / PARTICLES_WORKGROUP;
  const uint first = min(gl_LocalInvocationIndex * each, push.blocks);
  const uint end = min(first + each, push.blocks);
  uint mine = 0u;
  for (uint i = first; i < end; ++i) mine += starts[i];
  uint all;
  uint start = sumBefore(mine, all);
  for (uint i = first; i < end; ++i) {
    const uint seen = starts[i];
    starts[i] = start;
    start += seen;
  }
  if (gl_LocalInvocationIndex != 0u) return;
  starts[push.blocks] = all;
  arguments[0] = push.vertices;
  arguments[1] = all;
  arguments[2] = 0u;
  arguments[3] = 0u;
}
#elif defined(WRITE)
// Keys and indices of the elements that can be seen, in their order, and behind them those of the others, whose depth
// is that of what is behind all.
layout(std430, set = 0, binding = 0) readonly buffer Positions { vec4 positions[]; };
layout(std430, set = 0, binding = 1) readonly buffer Starts { uint starts[]; };
layout(std430, set = 0, binding = 2) writeonly buffer Keys { uint keys[]; };
layout(std430, set = 0, binding = 3) writeonly buffer Indices { uint indices[]; };

void main() {
  const uint first = gl_WorkGroupID.x * PARTICLES_CULL_BLOCK + gl_LocalInvocationIndex * PARTICLES_CULL_EACH;
  uint seen = 0u;  // a bit for each
  for (uint i = 0u; i < PARTICLES_CULL_EACH; ++i)
    if (first + i < push.count && canBeSeen(positions[first + i])) seen |= 1u << i;
  uint all;
  uint place = starts[gl_WorkGroupID.x] + sumBefore(bitCount(seen), all);
  const uint drawn = starts[push.blocks];
  for (uint i = 0u; i < PARTICLES_CULL_EACH; ++i) {
    const uint index = first + i;
    if (index >= push.count) return;
    const bool is_seen = (seen >> i & 1u) != 0u;
    const uint at = is_seen ? place : drawn + index - place;
    const float depth = is_seen ? depthOf(positions[index].xyz, push.forward) : uintBitsToFloat(0xff800000u);
    keys[at] = floatBitsToUint(depth);
    indices[at] = index;
    if (is_seen) ++place;
  }
}
#endif
