// After the repair of tiles and boundaries: is all in order? Then the passes of the full sort lose their workgroups. One
// workgroup. The halves of tiles on either side of a boundary are in order with each other, so that the tiles' middles are
// what is left to look at.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "interface.h"
#include "../elements/constants.glsl"
#include "../elements/job.glsl"
#include "network.glsl"
#include "../elements/storage.glsl"
#include "../elements/key.glsl"
#include "../elements/convert.glsl"
#include "../elements/in_order.glsl"

layout(std430, set = 0, binding = VKSORT_BINDING_STATE) writeonly buffer State { uint state[]; };

shared uint shared_in_order;

void main() {
  const uint t = gl_LocalInvocationIndex;
  findJob(t);
  if (t == 0u) shared_in_order = 1u;
  barrier();
  const uint half_tile = 1u << (TILE_LOG2 - 1u);
  const uint middles = job.count <= half_tile ? 0u : ((job.count - half_tile - 1u) >> TILE_LOG2) + 1u;
  bool in_order = true;
  for (uint i = t; i < middles; i += gl_WorkGroupSize.x) {
    in_order = inOrder((i << TILE_LOG2) + half_tile - 1u) && in_order;
  }
  if (!in_order) atomicAnd(shared_in_order, 0u);
  barrier();
  if (shared_in_order == 0u) return;
  for (uint i = t; i < pass.skipped_passes; i += gl_WorkGroupSize.x) {
    state[push.first_state + 3u * i] = 0u;
  }
}
