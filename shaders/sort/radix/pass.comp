// One pass of a least-significant-digit radix sort: moves elements by one digit, stably. Each workgroup loads a tile,
// ELEMENTS per invocation, ranks it by the digit, publishes its counts, looks back for the counts of earlier tiles, and
// moves it. tile.glsl lists the shared memory. Sources: A. Adinets, D. Merrill, "Onesweep" (2022) for look-back in each
// pass; T. Smith, R. Levien, J. Owens, "Decoupled Fallback" (2025) for counting again if another workgroup does not
// publish in time, so that no workgroup depends on the progress of another.
// -DVKSORT_ONE_WORD: for one-word elements.
#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#include "common.glsl"
#include "words.glsl"
#include "tile.glsl"
#include "rank.glsl"
#include "look_back.glsl"
#include "first_table.glsl"
#include "additions.glsl"
#include "move.glsl"

// If true, the pass counts, publishes, scans and then ranks; otherwise, it ranks, publishes, scans and adds offsets.
// Publishing first needs more registers, but other workgroups wait less.
const bool PUBLISHES_FIRST = WORDS == 1u || ELEMENTS <= 8u;
// With this many invocations, most subgroups own no digit and can rank while the others look back. Sorts of keys gain
// nothing.
const bool LOOKS_EARLY = LOOKS_BACK && WORDS != 1u && INVOCATIONS >= 4u * OWNERS;

void load(const uint first, const uint n, const uint t) {
  LOAD(key, pass.word, first, SUBGROUP, n)
#ifndef VKSORT_ONE_WORD
  if (LOADS_EARLY) LOAD(other, wordAt(1u), first, SUBGROUP, n)
#endif
  if (t == 0u) stuck_tile = 0u;
  for (uint i = t; i < COUNTERS; i += INVOCATIONS) rank_counters[i] = 0u;
  if (isFirst()) {
    for (uint i = t; i < (pass.passes - 1u) * DIGITS; i += INVOCATIONS) later_counters(i) = 0u;
    for (uint i = t; i < DIGITS; i += INVOCATIONS) table_totals[i] = table_before[i] = 0u;
  }
  barrier();
}

void findTotals(const Part part, const uint t) {
  const uint tile = ownTile();
  if (isFirst()) sumTable(tilesOf(part.end), t);
  EACH_OWNED(j) {
    all[j] = mine[j] = 0u;
    rest[j] = looksBack() && tile != part.first_tile ? tile : 0u;
    before[j] = rest[j] == 0u ? part.first : 0u;
    const uint digit = t * OWNED + j;
    if (isFirst() || t >= OWNERS) continue;
    if (LOOKS_BACK) {
      all[j] = scratch[at(part.histogram + pass.index * DIGITS) + digit];
      if (LISTED && pass.tiles != 0u && part.histogram == 0u) all[j] = UNKNOWN;
      continue;
    }
    const uint earlier = scratch[rowAt(part.first_tile, DIGITS) + digit];  // in earlier parts
    all[j] = scratch[rowAt(part.first_tile + tilesOf(part.end - part.first), DIGITS) + digit] - earlier;
    before[j] += scratch[rowAt(tile, DIGITS) + digit] - earlier;
  }
}

void publishCounts(const uint t) {
  if (t < OWNERS) {
    EACH_OWNED(j) {
      const uint digit = t * OWNED + j;
      for (uint s = 0u; s < SUBGROUPS; ++s) mine[j] += rank_counters[counterOf(s, digit)];
      if (looksBack()) publishCount(ownTile(), digit, mine[j], rest[j] == 0u, before[j]);
      if (LISTED && LOOKS_BACK && all[j] == UNKNOWN) all[j] = mine[j];
      if (!isFirst()) continue;
      all[j] = table_totals[digit];
      before[j] += table_before[digit];
    }
  }
  if (isFirst()) barrier();
}

// Each counter becomes the position where its subgroup's elements with the digit start.
void scan(const uint t) {
  uint my_sum = 0u, all_sum = 0u;
  EACH_OWNED(j) {
    my_sum += mine[j];
    all_sum += all[j];
  }
  uint in_tile = 0u, in_all = 0u;
  [[dont_unroll]] for (uint i = 0u; i < 2u; ++i) {  // one copy of the code, because drivers inline subgroup additions
    const uint sum = subgroupInclusiveAdd(i == 0u ? my_sum : all_sum);
    if (i == 0u) in_tile = sum;
    in_all = sum;
  }
  if (t < OWNERS && gl_SubgroupInvocationID == SUBGROUP - 1u) {
    tile_sums(gl_SubgroupID) = in_tile;
    total_sums(gl_SubgroupID) = in_all;
  }
  if (t == 0u) out_of_order = 0u;
  barrier();
  if (t < OWNERS) {
    in_tile -= my_sum;
    in_all -= all_sum;
    for (uint s = 0u; s < OWNERS >> SUBGROUP_LOG2; ++s) {
      in_tile += s < gl_SubgroupID ? tile_sums(s) : 0u;
      in_all += s < gl_SubgroupID ? total_sums(s) : 0u;
    }
    EACH_OWNED(j) {
      from[j] = in_all - in_tile;
      uint run = in_tile;
      for (uint s = 0u; s < SUBGROUPS; ++s) {
        const uint counter = counterOf(s, t * OWNED + j), count = rank_counters[counter];
        rank_counters[counter] = run;
        run += count;
      }
      in_tile += mine[j];
      in_all += all[j];
    }
  }
  barrier();
}

void main() {
  const uint subgroup = gl_SubgroupID, t = subgroup << SUBGROUP_LOG2 | gl_SubgroupInvocationID;
  range_count = elementCount();
  const Part part = partWith(ownTile());
  const uint n = part.end, begin = part.first + (ownTile() - part.first_tile) * TILE;
  if (begin >= n) return;
  if (LISTED && MAKES_INDICES) first_of_part = part.first;
  const uint first = begin + subgroup * (SUBGROUP * ELEMENTS) + gl_SubgroupInvocationID;

  load(first, n, t);
  findTotals(part, t);
  CONVERT_LOADED(key, pass.word)
#ifdef VKSORT_ONE_WORD
  if (NARROW && pass.index == 0u) EACH_ELEMENT(i) key[i] = packForTile(key[i], first - begin + i * SUBGROUP);
#endif
  if (begin + TILE > n) EACH_ELEMENT(i) if (first + i * SUBGROUP >= n) key[i] = MISSING;
  if (isFirst()) COUNT_LATER(pass.word, key, first, n)
  if (PUBLISHES_FIRST) {
    EACH_ELEMENT(i) atomicAdd(rank_counters[counterOf(subgroup, digitOf(key[i]))], 1u);
  } else {
    rankAll(subgroup);
  }
  barrier();
  publishCounts(t);
  scan(t);
  if (PUBLISHES_FIRST) {
    if (LOOKS_EARLY) addBefore(t, EARLY_SPIN_LIMIT);
    rankAll(subgroup);
  } else {
    EACH_ELEMENT(i) place[i] += rank_counters[counterOf(subgroup, digitOf(key[i]))];
  }
  barrier();
  moveTile(begin, first, n, t);
}
