// Shared-memory pass: each workgroup sorts its tile of 2^TILE_LOG2 elements, or finishes a merge stage inside it, strides
// 2^(TILE_LOG2 - 1) .. 1. TASK says which, see interface.h.
// TILE_LOG2 = R + log2(workgroup), 2 R .. LARGEST. Or a workgroup sorts 2^PACKED_LOG2 segments, and TILE_LOG2 is as much
// less: windows up to the highest one of a segment divide the workgroup's elements by segments.
// -DVKSORT_TO_SCRATCH: stores the tile as its order in scratch memory.
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

#ifndef VKSORT_SORTS_ONLY
layout(constant_id = VKSORT_SPEC_TASK) const uint TASK = VKSORT_TILE_SORT;
#endif

// log2 of the largest tile: 10 .. 13
#ifdef VKSORT_LARGEST
#define LARGEST VKSORT_LARGEST
#else
#define LARGEST (R + 9)
#endif

// The window of the highest index bits: register r of invocation t is element t + r * workgroup, a coalesced access.
const uint kTopWindow = TILE_LOG2 - R;

// From the window at w, whose upper registers stand for upper_t, to the next R strides below it.
#define DESCEND(w, upper_t)                                 \
  {                                                         \
    const uint below = w > R ? w - R : 0u;                  \
    move(t, upper_t, w, t, below);                          \
    plainSteps(w - below);                                  \
  }

// Merge stage k > R: sorted blocks of 2^(k - 1) become sorted blocks of 2^k. From and to the window at 0.
void stage(const uint t, const uint k) {
  const uint w = k - R;
  const uint upper_t = mirrored(t, w);
  move(t, t, 0u, upper_t, w);
  topMirrorStep();
  plainSteps(R - 1);
  DESCEND(w, upper_t)
  if (w > R) DESCEND((w - R), t)
  if (w > 2 * R) DESCEND((w - 2 * R), t)
  if (w > 3 * R) DESCEND((w - 3 * R), t)
#if LARGEST > 5 * R
  if (w > 4 * R) DESCEND((w - 4 * R), t)
#endif
}

void sortTile(const uint t, const uint lane, const uint tile, const uint live) {
  // A full tile is loaded coalesced, in an order of no meaning. In a partial one, elements that do not exist must
  // come last: they are the largest, but not larger than a real element of the largest key.
  const bool full = live == TILE;
  const uint first = tile + (full ? lane : lane << R);
  const uint step = full ? 1u << kTopWindow : 1u;
#define INDEX(r) first + r * step
  LOAD_ALL(full)
  CONVERT_LOADED
  CLEAR_ALL(full)
#undef INDEX

  sortRegisters();
  // A stage whose blocks' upper halves do not exist would do nothing. Of several segments, one may have them.
#define STAGE(k) if (TILE_LOG2 >= k && (PACKED_LOG2 != 0u || live > 1u << (k - 1u))) stage(t, k);
#if R < 3
  STAGE(3u)
#endif
#if R < 4
  STAGE(4u)
#endif
  STAGE(5u) STAGE(6u) STAGE(7u) STAGE(8u) STAGE(9u) STAGE(10u)
#if LARGEST > 10
  STAGE(11u)
#endif
#if LARGEST > 11
  STAGE(12u)
#endif
#if LARGEST > 12
  STAGE(13u)
#endif
}

#define INDEX(r) tile + lane + (r << kTopWindow)

#ifndef VKSORT_SORTS_ONLY
void mergeTile(const uint t, const uint tile, const bool full) {
  const uint lane = t;
  LOAD_ALL(readableElements(tile, TILE) == TILE)
  CLEAR_ALL(full)
  plainSteps(R);
  DESCEND(kTopWindow, t)
  if (kTopWindow > R) DESCEND((kTopWindow - R), t)
  if (kTopWindow > 2 * R) DESCEND((kTopWindow - 2 * R), t)
  if (kTopWindow > 3 * R) DESCEND((kTopWindow - 3 * R), t)
}
#endif

void main() {
  const uint t = invocation();
  if (!findJob(t)) return;
  if (job.group > (job.readable - 1u) >> TILE_LOG2) return;  // the rest of a folded grid
  const uint tile = job.group << TILE_LOG2;
  // The invocation's number among those of its segment.
  const uint lane = PACKED_LOG2 == 0u ? t : t & ((1u << kTopWindow) - 1u);
  const uint live = liveElements(tile, TILE);
  // The first pass is dispatched for the largest count. Uniform, as it must be before barriers.
  if (pass.segments == VKSORT_SEGMENTS_NONE && live == 0u) return;
  const bool full = live == TILE;

#ifdef VKSORT_SORTS_ONLY
  sortTile(t, lane, tile, live);
#else
  if (TASK == VKSORT_TILE_MERGE) {
    mergeTile(t, tile, full);
  } else {
    sortTile(t, lane, tile, live);
  }
#endif

  move(t, t, 0u, t, kTopWindow);
  CONVERT_STORED
  GATHER_ALL(barrier())
  STORE_ALL(full)
}
