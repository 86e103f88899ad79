// Prefix sum over the tiles of a table of counts: each count becomes the sum over all earlier tiles, and a final row
// contains the totals. A workgroup sums VKSORT_RADIX_SUM_DIGITS digits, and each invocation loads ROWS counts of one
// digit at a time. Shared memory contains a sum per invocation and one per group of lanes.
#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
#include "common.glsl"

const uint COLUMNS = VKSORT_RADIX_SUM_DIGITS;
const uint LANES = INVOCATIONS / COLUMNS;
const uint ROWS = 8u;  // rows that an invocation loads at a time
#define EACH_ROW(i) [[unroll]] for (uint i = 0u; i < ROWS; ++i)

const uint GROUP = LANES < 8u ? LANES : 8u;  // lanes per group sum, 4 or 8
shared uint sums[INVOCATIONS];
shared uint group_sums[INVOCATIONS / 4u];

void main() {
  const uint t = gl_LocalInvocationIndex;
  const uint column = t % COLUMNS, lane = t / COLUMNS;
  const uint first = workgroup() * COLUMNS;
  if (first >= DIGITS) return;
  range_count = elementCount();
  const uint tiles = tileCount();
  const uint begin = rowAt(0u, DIGITS) + first + column;
  uint total = 0u;
  for (uint done = 0u; done < tiles; done += LANES * ROWS) {
    const uint row = done + lane * ROWS;
    uint count[ROWS];
    EACH_ROW(i) count[i] = scratch[begin + min(row + i, tiles - 1u) * DIGITS];
    uint mine = 0u;
    EACH_ROW(i) {
      if (row + i >= tiles) count[i] = 0u;
      mine += count[i];
    }
    sums[t] = mine;
    barrier();
    uint before = total, of_group = 0u;
    for (uint i = 0u; i < GROUP; ++i) {
      const uint of_lane = sums[(lane / GROUP * GROUP + i) * COLUMNS + column];
      before += i < lane % GROUP ? of_lane : 0u;
      of_group += of_lane;
    }
    if (lane % GROUP == 0u) group_sums[lane / GROUP * COLUMNS + column] = of_group;
    barrier();
    for (uint i = 0u; i < LANES / GROUP; ++i) {
      const uint sum = group_sums[i * COLUMNS + column];
      before += i < lane / GROUP ? sum : 0u;
      total += sum;
    }
    EACH_ROW(i) {
      if (row + i < tiles) scratch[begin + (row + i) * DIGITS] = before;
      before += count[i];
    }
  }
  if (lane == 0u) scratch[begin + tiles * DIGITS] = total;
}
