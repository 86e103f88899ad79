// Behind the counting of a coherent sort, one workgroup: is all in order, or is a repair enough, or must all be moved?
// Gives workgroups to the passes of the one or the other. Half tiles are looked at, by the lowest and the highest key of
// their units. If none has a key that comes after one of the half tile after the next, or of a later one, then sorting
// each tile and merging at each seam the halves on either side is enough: an element's place is in its half tile or in one
// beside it, and what has to cross a seam is in the half next to it, and no more than that holds.
#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#include "interface.h"
#include "../grid.h"
#include "elements.glsl"
#include "arguments.glsl"

layout(constant_id = VKSORT_RADIX_UNIT_LOG2) const uint UNIT_LOG2 = 5;
layout(constant_id = VKSORT_RADIX_REPAIR_LOG2) const uint REPAIR_LOG2 = 6;

const uint HALF_LOG2 = REPAIR_LOG2 - 1u - UNIT_LOG2;  // log2 of the units in half a tile
const uint SUBGROUPS = INVOCATIONS >> SUBGROUP_LOG2;

shared uint last_half[INVOCATIONS];
shared uint of_subgroup[SUBGROUPS];
shared uint all_in_order;
shared uint all_mendable;

uvec2 unitAt(const uint unit) {
  const uint word = at(pass.units) + 2u * unit;
  return uvec2(scratch[word], scratch[word + 1u]);
}

uint highestOf(const uvec2 unit) { return max(unit.x, unit.y); }

bool beginsHalf(const uint unit) { return (unit & ((1u << HALF_LOG2) - 1u)) == 0u; }

// Units [first, end) of the invocation, some loads at a time. `unit` is the number, `seen` the two keys.
#define EACH_UNIT(DO)                                                                         \
  for (uint begin = first; begin < end; begin += 4u) {                                        \
    uvec2 loaded[4];                                                                          \
    [[unroll]] for (uint i = 0u; i < 4u; ++i) loaded[i] = unitAt(min(begin + i, end - 1u));   \
    [[unroll]] for (uint i = 0u; i < 4u; ++i) {                                               \
      const uint unit = begin + i;                                                            \
      const uvec2 seen = loaded[i];                                                           \
      if (unit < end) { DO }                                                                  \
    }                                                                                         \
  }

void main() {
  const uint lane = gl_SubgroupInvocationID;
  const uint subgroup = gl_SubgroupID;
  const uint t = subgroup << SUBGROUP_LOG2 | lane;
  if (t == 0u) all_in_order = all_mendable = 1u;

  // Each invocation has some half tiles.
  const uint n = elementCount();
  const uint units = ceilShift(n, UNIT_LOG2);
  const uint each = (ceilShift(n, REPAIR_LOG2 - 1u) + INVOCATIONS - 1u) / INVOCATIONS << HALF_LOG2;
  const uint first = min(t * each, units);
  const uint end = min(first + each, units);

  bool in_order = true;
  uint before = first == 0u || first == end ? 0u : highestOf(unitAt(first - 1u));
  uint rest = 0u, last = 0u;  // highest keys of all halves but the last, and of the last
  EACH_UNIT(
    in_order = in_order && before <= seen.x && seen.x <= seen.y;
    before = highestOf(seen);
    if (beginsHalf(unit)) {
      rest = max(rest, last);
      last = 0u;
    }
    last = max(last, before);
  )
  last_half[t] = last;
  barrier();
  // The highest key up to the half before the one beside: of whole halves of other invocations, and then mine.
  uint beside = t == 0u ? 0u : last_half[t - 1u];
  rest = max(rest, beside);
  uint far = subgroupExclusiveMax(rest);
  if (lane == (1u << SUBGROUP_LOG2) - 1u) of_subgroup[subgroup] = max(far, rest);
  barrier();
  for (uint s = 0u; s < subgroup; ++s) far = max(far, of_subgroup[s]);

  bool mendable = true;
  uint current = 0u;
  EACH_UNIT(
    if (beginsHalf(unit) && unit != first) {
      far = max(far, beside);
      beside = current;
      current = 0u;
    }
    mendable = mendable && far <= min(seen.x, seen.y);
    current = max(current, highestOf(seen));
  )
  if (!in_order) all_in_order = 0u;
  if (!mendable) all_mendable = 0u;
  barrier();
  if (t != 0u) return;
  const bool repairs = all_in_order == 0u && all_mendable != 0u;
  const bool moves = all_mendable == 0u;
  const uint tiles = ceilShift(n, REPAIR_LOG2);
  writeArguments(VKSORT_RADIX_PASS_ARGUMENTS, moves ? tilesOf(n) : 0u);
  writeArguments(VKSORT_RADIX_REPAIR_ARGUMENTS, repairs ? tiles : 0u);
  writeArguments(VKSORT_RADIX_REPAIR_ARGUMENTS + 3u, repairs ? tiles - 1u : 0u);
}
