// One pass of a least-significant-digit radix sort: each workgroup counts and ranks a tile of elements by one digit, finds
// out how many of each digit lie before it, and moves them there. Stable, but where anyOrder() says. In a pass by value
// the values are what has the digit: they and the keys take each other's places, and what is said of keys below is said
// of them.
// Sources: A. Adinets, D. Merrill, "Onesweep" (2022): look-back over the counts of the tiles
// before; T. Smith, R. Levien, J. Owens, "Decoupled Fallback" (2025): what another workgroup has not told in time is
// counted anew, so that none ever depends on the progress of another. Where no workgroup is to read at all what another
// writes meanwhile, the dispatches before have made a table of counts by tile and digit, or the sums of one.
// -DPAIRS: elements with values. -DDECIDES: the first pass of a coherent sort that sums a table up: each workgroup finds out
// by itself whether there is anything to move, and the first one tells the passes behind.
#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#include "interface.h"
#include "elements.glsl"
#include "table.glsl"
#include "../elements/key.glsl"

layout(constant_id = VKSORT_RADIX_TELLS_FIRST) const uint TELLS_FIRST = 0;
layout(constant_id = VKSORT_RADIX_PARTS) const uint PARTS = 1;
layout(constant_id = VKSORT_RADIX_WORDS) const uint WORDS = 1;

const uint SUBGROUP = 1u << SUBGROUP_LOG2;
const uint SUBGROUPS = INVOCATIONS >> SUBGROUP_LOG2;
const bool LOOKS_BACK = OFFSETS <= VKSORT_RADIX_BY_ROWS;
const bool BY_ROWS = OFFSETS == VKSORT_RADIX_BY_ROWS;
const bool COUNTS_OTHERS = OFFSETS == VKSORT_RADIX_BY_FIRST_TABLE;
const bool SUMS_TABLE = !LOOKS_BACK && SHARED_WORDS;
const bool COUNTS_NEXT = OFFSETS == VKSORT_RADIX_BY_NEXT_TABLE;
// Passes by value are, where count_values.comp has seen that runs of equal keys are short.
const bool MAY_BE_NEEDLESS = BY_VALUE != 0u && LOOKS_BACK;
// A key whose digit is the last one.
#define MISSING (BY_VALUE != 0u ? ~pass.value_flip : 0xffffffffu)
// Values are loaded and exchanged with their keys, half of a tile at a time, where registers are enough for both; else
// they follow when all keys have found their places.
const uint ODD = ELEMENTS & 1u;
const bool AS_PAIRS = PARTS + ODD == 1u && ELEMENTS <= 8u;
const uint HALF = TILE / 2u;
#ifdef PAIRS
const bool RANKS_AHEAD = !AS_PAIRS;  // of all elements, before any of them waits for a counter
#else
const bool RANKS_AHEAD = false;
#endif
// Digits per invocation: of the first 256 where there are as many, else of all.
const uint OWNED = INVOCATIONS >= DIGITS ? 1u : DIGITS / INVOCATIONS;
const uint OWNERS = DIGITS / OWNED;
const uint COUNTERS = SUBGROUPS * DIGITS;
// Subgroups that own no digit rank while the others look back, which then seldom has to wait.
const bool LOOKS_EARLY = LOOKS_BACK && TELLS_FIRST != 0u && INVOCATIONS > OWNERS;

// Counters by subgroup and digit, and then a part of the tile in the order of its digits, or keys of half and their values.
const uint PART = TILE / PARTS;
// Behind them are counts of the later digits, of the first pass.
const uint LATER = COUNTERS > PART ? COUNTERS : PART;
shared uint words[WORDS];
shared uint offsets[DIGITS];  // from an element's place in the tile to its place among all; first it has sums, or all
#define PARTIAL(s) offsets[s]
#define PARTIAL_ALL(s) offsets[64u + (s)]
shared uint spare[DIGITS];  // of the look-back; of a table: what the tiles before have
#define STUCK spare[0]
#define OUT_OF_ORDER spare[1]  // not 0: the tile is
const uint LAST_KEY = 2u;      // of spare: that of the part before
const uint LAST_VALUE = 3u;

#ifdef DECIDES
#include "../grid.h"
#include "arguments.glsl"
#include "verdict.glsl"
#endif
#include "move.glsl"
#include "rank.glsl"
#include "additions.glsl"
#include "look_back.glsl"
#include "sum_table.glsl"
#define ROWS_AT_ONCE 4u  // others rank meanwhile
#include "rows.glsl"
#include "sum_rows.glsl"

#define EACH_OWNED(j) [[dont_unroll]] for (uint j = 0u; j < OWNED; ++j)
// Tells at once what the digits' tiles before have, as others wait for it.
#define LOOK_BACK(patience)                                                                       \
  EACH_OWNED(j) {                                                                                 \
    if (rest[j] == 0u) continue;                                                                  \
    rest[j] = lookBack(rest[j], t * OWNED + j, patience, before[j]);                              \
    if (rest[j] == 0u) publish(tile, t * OWNED + j, VKSORT_RADIX_ALL_TILES, before[j] + mine[j]); \
  }
#define EACH_PART(p) [[unroll]] for (uint p = 0u; p < PARTS; ++p)
#define EACH_OF_PART(i) [[unroll]] for (uint i = 0u; i < ELEMENTS / PARTS; ++i)
#define ROW_OF(p, i) ((p) * (ELEMENTS / PARTS) + (i))  // of the tile, from one of a part
// Of each element that belongs to the part: its key or value, or both, to its place there.
#define EXCHANGE(p, words_of) \
  EACH_ELEMENT(i) if (PARTS == 1u || place[i] - p * PART < PART) words[place[i] - p * PART] = words_of[i];
#define EXCHANGE_PAIRS(p)                              \
  EACH_ELEMENT(i) if (place[i] - p * HALF < HALF) {    \
    words[place[i] - p * HALF] = key[i];               \
    words[place[i] - p * HALF + HALF] = value[i];      \
  }
#define INDEX(i) min(first + (i) * SUBGROUP, n - 1u)
#define LOAD(registers, values)                                                      \
  if (FROM_RANGE) {                                                                  \
    EACH_ELEMENT(i) registers[i] = wordOfRange(INDEX(i), values);                    \
  } else {                                                                           \
    EACH_ELEMENT(i) registers[i] = wordOfCopy(FROM_COPY, INDEX(i), values);          \
  }

// In place of a workgroup that has not told yet. Used by all of a workgroup.
void countTile(const uint tile, const uint n, const uint t) {
  for (uint i = t; i < DIGITS; i += INVOCATIONS) spare[i] = 0u;
  barrier();
  const uint end = min(n, (tile + 1u) * TILE);
  for (uint i = tile * TILE + t; i < end; i += INVOCATIONS) {
    atomicAdd(spare[digitOf(keyOf(i))], 1u);
  }
  barrier();
  for (uint i = t; i < DIGITS; i += INVOCATIONS) publish(tile, i, ofTile(tile), spare[i]);
  if (t == 0u) STUCK = 0u;  // spare[0], which it has told
  barrier();
}

void main() {
  const uint lane = gl_SubgroupInvocationID;
  const uint subgroup = gl_SubgroupID;
  const uint t = subgroup << SUBGROUP_LOG2 | lane;
  // Devices start workgroups in this order, so that what is waited for is at work; one that does not counts more.
  const uint summing = BY_ROWS && pass.index == 0u ? pass.passes * ROW_GROUPS : 0u;
  if (BY_ROWS && workgroup() < summing) {
    sumRows(workgroup(), t);
    return;
  }
  const uint tile = workgroup() - summing;
  const uint n = elementCount();
  const uint begin = tile * TILE;
#ifdef DECIDES
  if (begin >= n && tile != 0u) return;  // of no elements the first one tells the others
  if (!mustMove(n, t, tile == 0u)) return;
#endif
#ifdef PAIRS
  if (begin >= n || (MAY_BE_NEEDLESS && OF_VALUES && scratch[at(VKSORT_RADIX_BY_VALUE_AT)] == 0u)) return;
#else
  if (begin >= n) return;
#endif

  const uint first = begin + subgroup * (SUBGROUP * ELEMENTS) + lane;
#ifdef PAIRS
  const uint from_copy = COPIED(pass.from);
#define FROM_COPY from_copy
#else
#define FROM_COPY COPIED(pass.from)  // 0.7 % faster than a constant (H200)
#endif
  uint key[ELEMENTS];
#ifdef PAIRS
  uint value[ELEMENTS];
  if (AS_PAIRS) {
    EACH_ELEMENT(i) {
      const uvec2 pair = FROM_RANGE ? pairOfRange(INDEX(i)) : copied_pairs_in[FROM_COPY + INDEX(i)];
      key[i] = OF_VALUES ? pair.y : pair.x;
      value[i] = OF_VALUES ? pair.x : pair.y;
    }
  } else
#endif
  LOAD(key, OF_VALUES)
  // While those are on their way.
  if (t == 0u) STUCK = 0u;
  for (uint i = t; i < COUNTERS; i += INVOCATIONS) words[i] = 0u;
  if (COUNTS_OTHERS) {
    for (uint i = t; i < (VKSORT_RADIX_KEY_PASSES - 1u) * DIGITS; i += INVOCATIONS) words[LATER + i] = 0u;
  }
  if (SUMS_TABLE) {
    for (uint i = t; i < DIGITS; i += INVOCATIONS) offsets[i] = spare[i] = 0u;
  }
  barrier();
  if (SUMS_TABLE) {
    const uint rows = DEVICE_COUNT != 0u ? tilesOf(n) : pass.tiles;
    sumTable(COUNTS_NEXT ? rowFor(pass.index, 0u) : rowAt(0u), rows, tile, t);
  }
  // Elements of each digit among all; those that do not exist are the last ones of the last digit.
  uint all[OWNED];
  uint before[OWNED];  // elements of the digit in the tiles before
  EACH_OWNED(j) all[j] = before[j] = 0u;
  if (OFFSETS == VKSORT_RADIX_BY_SUMMED_TABLE && t < OWNERS) {
    EACH_OWNED(j) {
      all[j] = scratch[rowAt(tilesOf(n)) + t * OWNED + j];
      before[j] = scratch[rowAt(tile) + t * OWNED + j];
    }
  }
  if (pass.load_flip != 0u) EACH_ELEMENT(i) key[i] = orderFromBits(key[i], pass.load_mask, pass.load_flip);
  if (LOOKS_BACK && t < OWNERS) {
    EACH_OWNED(j) {
      const uint column = pass.index * DIGITS + t * OWNED + j;
      all[j] = BY_ROWS && pass.index == 0u ? sumState(column) : scratch[at(VKSORT_RADIX_HISTOGRAM_AT) + column];
    }
  }
  if (begin + TILE > n) EACH_ELEMENT(i) if (first + i * SUBGROUP >= n) key[i] = MISSING;
  if (COUNTS_OTHERS) {
    EACH_ELEMENT(i) {
      if (first + i * SUBGROUP >= n) continue;
      [[unroll]] for (uint d = 1u; d < VKSORT_RADIX_KEY_PASSES; ++d) {
        if (d < pass.passes) atomicAdd(words[LATER + (d - 1u) * DIGITS + laterDigitOf(key[i], d)], 1u);
      }
    }
  }

  // Places among the subgroup's elements of the digit, from the counters on: see RANK_ALL.
  uint place[ELEMENTS];
  if (TELLS_FIRST != 0u) {
    EACH_ELEMENT(i) atomicAdd(words[subgroup * DIGITS + digitOf(key[i])], 1u);
  } else {
    RANK_ALL
  }
  barrier();

  uint mine[OWNED];
  EACH_OWNED(j) mine[j] = 0u;
  if (t < OWNERS) {
    EACH_OWNED(j) {
      for (uint s = 0u; s < SUBGROUPS; ++s) mine[j] += words[s * DIGITS + t * OWNED + j];
      if (LOOKS_BACK) {
        publish(tile, t * OWNED + j, ofTile(tile), mine[j]);
      }
    }
  }
  if (SUMS_TABLE) {
    if (t < OWNERS) {
      EACH_OWNED(j) {
        all[j] = offsets[t * OWNED + j];
        before[j] = spare[t * OWNED + j];
      }
    }
    barrier();
  }
  if (BY_ROWS && t < OWNERS) EACH_OWNED(j) all[j] = sumOf(all[j], pass.index * DIGITS + t * OWNED + j);
  // Sums over smaller digits, of the tile and of all.
  uint my_sum = 0u, all_sum = 0u;
  EACH_OWNED(j) {
    my_sum += mine[j];
    all_sum += all[j];
  }
  const uint my_end = subgroupInclusiveAdd(my_sum);
  const uint all_end = subgroupInclusiveAdd(all_sum);
  if (t < OWNERS && lane == SUBGROUP - 1u) {
    PARTIAL(subgroup) = my_end;
    PARTIAL_ALL(subgroup) = all_end;
  }
  barrier();
  uint from[OWNED];  // less the place in the tile, so that a place in the tile is to be added
  if (t < OWNERS) {
    uint in_tile = my_end - my_sum;
    uint in_all = all_end - all_sum;
    for (uint s = 0u; s < OWNERS >> SUBGROUP_LOG2; ++s) {
      if (s < subgroup) {
        in_tile += PARTIAL(s);
        in_all += PARTIAL_ALL(s);
      }
    }
    EACH_OWNED(j) {
      from[j] = in_all - in_tile;
      uint run = in_tile;
      for (uint s = 0u; s < SUBGROUPS; ++s) {
        const uint counter = s * DIGITS + t * OWNED + j;
        const uint count = words[counter];
        words[counter] = run;
        run += count;
      }
      in_tile += mine[j];
      in_all += all[j];
    }
  }
  barrier();
  uint rest[OWNED];  // tiles whose counts are still to be found
  EACH_OWNED(j) rest[j] = LOOKS_BACK ? tile : 0u;
  if (LOOKS_EARLY && t < OWNERS) LOOK_BACK(VKSORT_RADIX_EARLY_PATIENCE)
  if (TELLS_FIRST != 0u) {
    RANK_ALL
  } else {
    EACH_ELEMENT(i) place[i] += words[subgroup * DIGITS + digitOf(key[i])];
  }
  barrier();
  bool turned = false;  // the tile is out of order, as far as this invocation sees
  // What is missing, and has taken the place of one that is not: keys may be alike, and tell nothing.
  if (ADDS_IN_ORDER != 0u && begin + TILE > n) {
    EACH_ELEMENT(i) turned = turned || (first + i * SUBGROUP >= n && place[i] < n - begin);
  }
#ifdef PAIRS
  uint sorted[ELEMENTS];  // keys in the order of their places
  uint ties = 0u;         // a bit for each that is in order with the one before only if its value is
  if (AS_PAIRS) {
    EXCHANGE_PAIRS(0u)
  } else {
    EXCHANGE(0u, key)
    if (PARTS == 1u) LOAD(value, !OF_VALUES)  // while others tell their counts
    EACH_PART(p) {
      if (p != 0u) EXCHANGE(p, key)
      barrier();
      EACH_OF_PART(i) {
        const uint before = wordBefore(p, i, t, 0u, LAST_KEY);
        sorted[ROW_OF(p, i)] = words[i * INVOCATIONS + t];
        turned = turned || isBehind(before, sorted[ROW_OF(p, i)]);
        ties |= areByValue(before, sorted[ROW_OF(p, i)]) ? 1u << ROW_OF(p, i) : 0u;
      }
      if (ADDS_IN_ORDER != 0u && p + 1u < PARTS && t == 0u) spare[LAST_KEY] = words[PART - 1u];
      barrier();
    }
    if (PARTS != 1u) LOAD(value, !OF_VALUES)
  }
  bool exchanges = !AS_PAIRS;
#else
  EXCHANGE(0u, key)
#endif

  for (;;) {
    if (t < OWNERS) {
      LOOK_BACK(PATIENCE)
      EACH_OWNED(j) {
        if (rest[j] != 0u) atomicMax(STUCK, rest[j]);
        offsets[t * OWNED + j] = from[j] + before[j];
      }
    }
    if (ADDS_IN_ORDER != 0u && t == 0u) OUT_OF_ORDER = 0u;
#ifdef PAIRS
    if (exchanges) EXCHANGE(0u, value)  // while those who look back wait for others
    exchanges = false;
#endif
    barrier();
    const uint stuck = LOOKS_BACK ? STUCK : 0u;
    if (stuck == 0u) break;
    barrier();
    countTile(stuck - 1u, n, t);
  }
  if (COUNTS_OTHERS) {
    for (uint i = t; i < (VKSORT_RADIX_KEY_PASSES - 1u) * DIGITS; i += INVOCATIONS) {
      const uint count = words[LATER + i];
      if (count != 0u) atomicAdd(scratch[at(VKSORT_RADIX_HISTOGRAM_AT) + DIGITS + i], count);
    }
  }
  if (COUNTS_NEXT) {
    for (uint i = t; i < ROW; i += INVOCATIONS) scratch[rowFor(pass.index + 2u, tile) + i] = 0u;
  }

  const Target to = targetOf(min(n - begin, TILE));
#ifdef PAIRS
  if (AS_PAIRS) {
    [[unroll]] for (uint p = 0u; p < 2u; ++p) {
      if (p != 0u) {
        if (ADDS_IN_ORDER != 0u && t == 0u) {
          spare[LAST_KEY] = words[HALF - 1u];
          spare[LAST_VALUE] = words[TILE - 1u];
        }
        barrier();
        EXCHANGE_PAIRS(p)
        barrier();
      }
      [[unroll]] for (uint i = 0u; i < ELEMENTS / 2u; ++i) {
        const uint in_half = i * INVOCATIONS + t;
        const uvec2 pair = uvec2(words[in_half], words[HALF + in_half]);
        const uvec2 before = uvec2(wordBefore(p, i, t, 0u, LAST_KEY), wordBefore(p, i, t, HALF, LAST_VALUE));
        turned = turned || isBehind(before.x, pair.x) || (areByValue(before.x, pair.x) && before.y > pair.y);
        move(to, p * HALF + in_half, pair.x, pair.y);
      }
    }
  } else
#define LAST_TO_MOVE value
#define LAST_OF_PART LAST_VALUE
#define KEY_AT(p, i) sorted[ROW_OF(p, i)]
#else
#define LAST_TO_MOVE key
#define LAST_OF_PART LAST_KEY
#define KEY_AT(p, i) words[i * INVOCATIONS + t]
#endif
  EACH_PART(p) {
    if (p != 0u) {
      if (ADDS_IN_ORDER != 0u && t == 0u) spare[LAST_OF_PART] = words[PART - 1u];
      barrier();
      EXCHANGE(p, LAST_TO_MOVE)
      barrier();
    }
    EACH_OF_PART(i) {
      const uint in_part = i * INVOCATIONS + t;
#ifdef PAIRS
      // Of all, as a branch around the load takes more registers than there are.
      const bool is_behind = wordBefore(p, i, t, 0u, LAST_VALUE) > words[in_part];
      turned = turned || (is_behind && (ties & 1u << ROW_OF(p, i)) != 0u);
#else
      turned = turned || isBehind(wordBefore(p, i, t, 0u, LAST_KEY), words[in_part]);
#endif
      move(to, p * PART + in_part, KEY_AT(p, i), words[in_part]);
    }
  }

  if (ADDS_IN_ORDER == 0u || (anyOrder() && begin + TILE <= n)) return;
  if (turned) atomicOr(OUT_OF_ORDER, 1u);
  barrier();
  if (OUT_OF_ORDER != 0u) moveByVotes(to, begin, t);
}
