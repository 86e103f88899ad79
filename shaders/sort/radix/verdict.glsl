// Of a coherent sort, behind its counting: is all in order, or is a repair enough, or must all be moved? Half tiles are
// looked at, by the lowest and the highest key of their units. If none has a key that comes after one of the half tile
// after the next, or of a later one, then sorting each tile and merging at each seam the halves on either side is enough:
// an element's place is in its half tile or in one beside it, and what has to cross a seam is in the half next to it, and
// no more than that holds. It is enough to look two and three half tiles back: of any further two that are out of order,
// those between are so with the one or the other. By value equal keys so far apart may be out of order, and are taken to
// be.
// Needs ../grid.h, elements.glsl and arguments.glsl.

layout(constant_id = VKSORT_RADIX_UNIT_LOG2) const uint UNIT_LOG2 = 5;
layout(constant_id = VKSORT_RADIX_REPAIR_LOG2) const uint REPAIR_LOG2 = 6;

const uint HALF_LOG2 = REPAIR_LOG2 - 1u - UNIT_LOG2;  // log2 of the units in half a tile

shared uint all_in_order;
shared uint all_mendable;

// What is known of a half tile.
struct Half {
  uint lowest, highest;
  bool in_order;
};

// The one so many before; one that does not exist is before all others. `units` is how many there are.
Half halfBefore(const uint half_tile, const uint back, const uint units) {
  Half found = Half(0xffffffffu, 0u, true);
  const uint first = (half_tile - min(half_tile, back)) << HALF_LOG2;
  [[unroll]] for (uint i = 0u; i < 1u << HALF_LOG2; ++i) {
    const uint word = at(pass.units) + UNIT_WORDS * min(first + i, units - 1u);
    const uvec2 seen = uvec2(scratch[word], scratch[word + 1u]);
    if (first + i >= units || half_tile < back) continue;
    const bool unit_in_order = BY_VALUE != 0u ? scratch[word + 2u] == 0u : seen.x <= seen.y && found.highest <= seen.x;
    found.in_order = found.in_order && unit_in_order;
    found.lowest = min(found.lowest, min(seen.x, seen.y));
    found.highest = max(found.highest, max(seen.x, seen.y));
  }
  return found;
}

// By all of a workgroup, each of which finds the same. True: all must be moved. If it `tells`, the passes of the repair
// and those that move are given their workgroups, or none.
bool mustMove(const uint n, const uint t, const bool tells) {
  if (t == 0u) all_in_order = all_mendable = 1u;
  barrier();
  const uint units = ceilShift(n, UNIT_LOG2);
  const uint halves = ceilShift(n, REPAIR_LOG2 - 1u);
  bool in_order = true, mendable = true;
  for (uint i = t; i < halves; i += INVOCATIONS) {
    const Half mine = halfBefore(i, 0u, units);
    const uint one_back = halfBefore(i, 1u, units).highest;
    const uint two_back = halfBefore(i, 2u, units).highest, three_back = halfBefore(i, 3u, units).highest;
    in_order = in_order && mine.in_order && one_back <= mine.lowest;
    const uint before = max(two_back, three_back);
    mendable = mendable && (BY_VALUE != 0u ? i < 2u || before < mine.lowest : before <= mine.lowest);
  }
  if (!in_order) atomicAnd(all_in_order, 0u);
  if (!mendable) atomicAnd(all_mendable, 0u);
  barrier();
  const bool repairs = all_in_order == 0u && all_mendable != 0u;
  const bool moves = all_in_order == 0u && all_mendable == 0u;
  if (!tells || t != 0u) return moves;
  const uint tiles = ceilShift(n, REPAIR_LOG2);
  writeArguments(VKSORT_RADIX_PASS_ARGUMENTS, moves ? tilesOf(n) : 0u);
  if (OFFSETS == VKSORT_RADIX_BY_SUMMED_TABLE) {
    writeArguments(VKSORT_RADIX_SUM_ARGUMENTS, moves ? VKSORT_RADIX_SUM_GROUPS : 0u);
  }
  if (RUN_PIECE != 0u) {
    writeArguments(VKSORT_RADIX_VALUE_ARGUMENTS, 0u);  // count_values.comp may need them
    writeArguments(VKSORT_RADIX_RUN_ARGUMENTS, moves ? ceilOf(n, RUN_PIECE) : 0u);
  }
  writeArguments(VKSORT_RADIX_REPAIR_ARGUMENTS, repairs ? tiles : 0u);
  writeArguments(VKSORT_RADIX_REPAIR_ARGUMENTS + 3u, repairs ? tiles - 1u : 0u);
  return moves;
}
