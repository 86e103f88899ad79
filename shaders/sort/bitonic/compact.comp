// The tile kernel of the baseline, in loops: each workgroup sorts its tile of 2^TILE_LOG2 elements, or ends a merge stage
// inside it. It has a tenth of the code of tile.comp: it compiles in a fraction of the time, and takes longer to run.
// 4 elements per invocation; TILE_LOG2 > 2.
#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_KHR_shader_subgroup_basic : require
#include "../elements/generator.glsl"
#include "interface.h"
#include "../elements/constants.glsl"
#include "../elements/job.glsl"
#include "../elements/key.glsl"
#include "network.glsl"
#include "../elements/storage.glsl"
#include "../elements/convert.glsl"
#include "window.glsl"

layout(constant_id = VKSORT_SPEC_TASK) const uint TASK = VKSORT_TILE_SORT;

// The window of the highest index bits: register r of invocation t is element t + r * workgroup, a coalesced access.
const uint kTopWindow = TILE_LOG2 - R;

// From the window at `top`, whose upper registers stand for upper_t, through all strides below it.
void descend(const uint t, const uint upper_t, const uint top) {
  uint upper = upper_t;
  for (uint w = top; w != 0u;) {
    const uint below = w > R ? w - R : 0u;
    move(t, upper, w, t, below);
    plainSteps(w - below);
    w = below;
    upper = t;
  }
}

void main() {
  const uint t = invocation();
  if (!findJob(t)) return;
  const uint tile = job.group << TILE_LOG2;
  const uint live = liveElements(tile, TILE);
  // Uniform, as it must be before barriers.
  if (live == 0u || (TASK == VKSORT_TILE_MERGE && isInOrderBefore())) return;
  // In the window at 0 where the tile is sorted: elements that do not exist come last, so that stages may be left out.
  const uint window = TASK == VKSORT_TILE_MERGE ? kTopWindow : 0u;
#define INDEX(r) tile + windowBase(t, window) + (r << window)
  LOAD_ALL(false)
  CONVERT_LOADED
  CLEAR_ALL(false)
#undef INDEX
  if (TASK == VKSORT_TILE_MERGE) {
    plainSteps(R);
    descend(t, t, kTopWindow);
  } else {
    sortRegisters();
    for (uint k = R + 1u; k <= TILE_LOG2 && live > 1u << (k - 1u); ++k) {
      const uint upper_t = mirrored(t, k - R);
      move(t, t, 0u, upper_t, k - R);
      topMirrorStep();
      plainSteps(R - 1);
      descend(t, upper_t, k - R);
    }
  }
  move(t, t, 0u, t, kTopWindow);
  CONVERT_STORED
  GATHER_ALL(barrier())
#define INDEX(r) tile + t + (r << kTopWindow)
  STORE_ALL(false)
}
