// Subgroup pass: one subgroup per workgroup sorts up to 2^TILE_LOG2 elements in registers, by shuffles, without shared
// memory or barriers. TILE_LOG2 = R + log2(subgroup size). Needs full subgroups of exactly the workgroup's size.
#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_shuffle : require
#include "../elements/generator.glsl"
#include "interface.h"
#include "../elements/constants.glsl"
#include "../elements/job.glsl"
#include "../elements/key.glsl"
#include "network.glsl"
#include "../elements/storage.glsl"
#include "../elements/convert.glsl"

// A literal mask may cost AMD's GPUs no shared memory; on NVIDIA's all masks cost the same, and less code comes sooner
// (R183 of samples/bench/experiments_log.md).
layout(constant_id = VKSORT_SPEC_LOOPS) const uint LOOPS = 0;

#define TILE (1u << TILE_LOG2)

// The lane's own element (or the other lane's): the smaller of the two in the lower lane, the larger in the upper one.
#ifdef PAIRS
#define KEEP(r, other0, other1)                                           \
  {                                                                       \
    const bool mine_after = isAfter(word0[r], word1[r], other0, other1);  \
    const bool other_after = isAfter(other0, other1, word0[r], word1[r]); \
    const bool take = lower ? mine_after : other_after;                   \
    word0[r] = take ? other0 : word0[r];                                  \
    word1[r] = take ? other1 : word1[r];                                  \
  }
#define LANE(r)                                             \
  {                                                         \
    const uint other0 = subgroupShuffleXor(word0[r], mask); \
    const uint other1 = subgroupShuffleXor(word1[r], mask); \
    KEEP(r, other0, other1)                                 \
  }
#define LANE_MIRROR(r, bit)                                               \
  {                                                                       \
    const uint low0 = subgroupShuffleXor(word0[REGISTERS - 1 - r], mask); \
    const uint low1 = subgroupShuffleXor(word1[REGISTERS - 1 - r], mask); \
    const uint high0 = subgroupShuffleXor(word0[r], mask);                \
    const uint high1 = subgroupShuffleXor(word1[r], mask);                \
    KEEP(r, low0, low1)                                                   \
    KEEP((REGISTERS - 1 - r), high0, high1)                               \
  }
#else
#define LANE(r)                                                     \
  {                                                                 \
    const uint other = subgroupShuffleXor(word0[r], mask);          \
    word0[r] = lower ? min(word0[r], other) : max(word0[r], other); \
  }
#define LANE_MIRROR(r, bit)                                                                                       \
  {                                                                                                               \
    const uint low = subgroupShuffleXor(word0[REGISTERS - 1 - r], mask);                                          \
    const uint high = subgroupShuffleXor(word0[r], mask);                                                         \
    word0[r] = lower ? min(word0[r], low) : max(word0[r], low);                                                   \
    word0[REGISTERS - 1 - r] = lower ? min(word0[REGISTERS - 1 - r], high) : max(word0[REGISTERS - 1 - r], high); \
  }
#endif

// Compares lane with lane ^ mask, register by register.
void laneStep(const uint lane, const uint mask) {
  const bool lower = lane < (lane ^ mask);
  EACH_REGISTER(LANE)
}

// Compares lane with lane ^ mask, each register with its mirror.
void laneMirrorStep(const uint lane, const uint mask) {
  const bool lower = lane < (lane ^ mask);
  EACH_PAIR(LANE_MIRROR, 0)
}

// Merge stage R + q: blocks of 2^q lanes.
void stage(const uint lane, const uint q) {
  laneMirrorStep(lane, (1u << q) - 1u);
  if (q > 6u) laneStep(lane, 32u);
  if (q > 5u) laneStep(lane, 16u);
  if (q > 4u) laneStep(lane, 8u);
  if (q > 3u) laneStep(lane, 4u);
  if (q > 2u) laneStep(lane, 2u);
  if (q > 1u) laneStep(lane, 1u);
  plainSteps(R);
}

void main() {
  const uint lane = gl_SubgroupInvocationID;
  if (!findJob(lane)) return;
  if (job.group > (job.readable - 1u) >> TILE_LOG2) return;  // the rest of a folded grid
  const uint tile = job.group << TILE_LOG2;
  const uint live = liveElements(tile, TILE);

  // Full tiles coalesced, partial ones in order: as in tile.comp.
  const bool full = live == TILE;
  const uint first = tile + (full ? lane : lane << R);
  const uint step = full ? TILE >> R : 1u;
#define INDEX(r) first + r * step
  LOAD_ALL(full)
  CONVERT_LOADED
  CLEAR_ALL(full)
#undef INDEX

  sortRegisters();
  // A stage whose blocks' upper halves do not exist would do nothing.
#define IS_NEEDED(q) (TILE_LOG2 >= R + q && live > 1u << (R + q - 1u))
#define STAGE(q) if (IS_NEEDED(q)) stage(lane, q);
  if (LOOPS != 0u) {
    [[dont_unroll]] for (uint q = 1u; IS_NEEDED(q); ++q) {
      laneMirrorStep(lane, (1u << q) - 1u);
      [[dont_unroll]] for (uint mask = 1u << q >> 2u; mask != 0u; mask >>= 1) laneStep(lane, mask);
      plainSteps(R);
    }
  } else {
    STAGE(1u) STAGE(2u) STAGE(3u) STAGE(4u) STAGE(5u) STAGE(6u) STAGE(7u)
  }

#define INDEX(r) tile + (lane << R) + r
  CONVERT_STORED
  GATHER_ALL(subgroupBarrier())
  STORE_ALL(full)
}
