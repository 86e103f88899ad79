// Shared-memory pass: each workgroup sorts its tile of 2^TILE_LOG2 elements, or finishes a merge stage inside it
// (strides 2^(TILE_LOG2 - 1) .. 1), depending on TASK. Each invocation holds 2^R elements, and shared memory contains
// the tile. TILE_LOG2 = R + log2(workgroup), from 2 R to LARGEST. If a workgroup sorts 2^PACKED_LOG2 segments,
// TILE_LOG2 is smaller by PACKED_LOG2, and elements never move between segments.
// -DVKSORT_TO_SCRATCH: stores the order of the tile to scratch memory.
// -DVKSORT_COMPACT: the baseline, which uses loops. It needs a tenth of the code and compiles much faster, but sorts
// more slowly. Requires TILE_LOG2 > R.
#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_KHR_shader_subgroup_basic : require
#include "interface.h"
#include "../elements/job.glsl"
#include "network.glsl"
#include "../elements/storage.glsl"
#include "window.glsl"

#ifdef VKSORT_SORTS_ONLY
const bool MERGES = false;
#else
layout(constant_id = VKSORT_SPEC_TASK) const uint TASK = VKSORT_TILE_SORT;
const bool MERGES = TASK == VKSORT_TILE_MERGE;
#endif
// 10 .. 13
#ifdef VKSORT_LARGEST
#define LARGEST VKSORT_LARGEST
#else
#define LARGEST (R + 9)
#endif

// Coalesced: register r of invocation t is element t + r * workgroup.
const uint kTopWindow = TILE_LOG2 - R;

// Processes up to R strides below window w and returns their window. The upper registers start with upper_t.
uint descendOnce(const uint t, const uint upper_t, const uint w) {
  const uint below = w > R ? w - R : 0u;
  move(t, upper_t, w, t, below);
  plainSteps(w - below);
  return below;
}

// w >= 1.
void descend(const uint t, const uint upper_t, const uint w) {
#ifdef VKSORT_COMPACT
  uint upper = upper_t;
  for (uint window = w; window != 0u; upper = t) window = descendOnce(t, upper, window);
#else
  descendOnce(t, upper_t, w);
  if (w > R) descendOnce(t, t, w - R);
  if (w > 2 * R) descendOnce(t, t, w - 2 * R);
  if (w > 3 * R) descendOnce(t, t, w - 3 * R);
  if (LARGEST > 5 * R && w > 4 * R) descendOnce(t, t, w - 4 * R);
#endif
}

// Merges blocks of 2^(k - 1) to blocks of 2^k, for k > R, from window 0 to window 0.
void stage(const uint t, const uint k) {
  const uint w = k - R;
  const uint upper_t = mirrored(t, w);
  move(t, t, 0u, upper_t, w);
  topMirrorStep();
  plainSteps(R - 1);
  descend(t, upper_t, w);
}

// Without upper halves of blocks, a stage does nothing. With several segments per workgroup, this is unknown.
bool isNeeded(const uint k, const uint live) {
  const bool has_upper_half = live > 1u << (k - 1u);
  return PACKED_LOG2 != 0u || has_upper_half;
}

void sortTile(const uint t, const uint live) {
  sortRegisters();
#ifdef VKSORT_COMPACT
  for (uint k = R + 1u; k <= TILE_LOG2 && isNeeded(k, live); ++k) stage(t, k);
#else
#define STAGE(k) { if (k > R && k <= LARGEST) { if (TILE_LOG2 >= k && isNeeded(k, live)) stage(t, k); } }
  STAGE(3u) STAGE(4u) STAGE(5u) STAGE(6u) STAGE(7u) STAGE(8u) STAGE(9u) STAGE(10u) STAGE(11u) STAGE(12u) STAGE(13u)
#endif
}

void main() {
  const uint t = invocation();
  if (!findJob(t)) return;
  if (job.group > (job.readable - 1u) >> TILE_LOG2) return;  // unused part of a folded grid
  const uint tile = job.group << TILE_LOG2;
  const uint lane = PACKED_LOG2 == 0u ? t : t & ((1u << kTopWindow) - 1u);
  const uint live = liveElements(tile, TILE);
  // The first pass is dispatched for the maximum count. This condition is uniform, as barriers require.
  if (PACKED_LOG2 == 0u && live == 0u) return;
#ifdef VKSORT_COMPACT
  if (MERGES && isInOrderBefore()) return;
#endif

  // A full tile can be sorted from any initial order, so loads are coalesced. In a partial tile, missing elements must
  // be last, because they equal the largest key and must not be moved before real elements with that key.
  const bool coalesced = MERGES || live == TILE;
  const uint first = tile + (coalesced ? lane : lane << R);
  const uint step = coalesced ? 1u << kTopWindow : 1u;
  const bool merges_full = MERGES && live == TILE;  // only faster here
#define INDEX(r) first + r * step
  if (hasElements()) LOAD_ALL(merges_full)
  if (!MERGES) convertLoaded();
  CLEAR_ALL(merges_full)
#undef INDEX

  if (MERGES) {
    plainSteps(R);
    descend(t, t, kTopWindow);
  } else {
    sortTile(t, live);
  }

  move(t, t, 0u, t, kTopWindow);
  convertStored();
  gatherPayloads();
#define INDEX(r) tile + lane + (r << kTopWindow)
  STORE_ALL(merges_full)
}
