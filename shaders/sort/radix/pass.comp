// One pass of a least-significant-digit radix sort: moves elements of one to three words by one digit, stably. Each
// workgroup loads a tile, ranks it by the digit, publishes its counts, looks back for the counts of the tiles before, and
// moves it.
// Sources: A. Adinets, D. Merrill, "Onesweep" (2022): look-back in each pass; T. Smith, R. Levien, J. Owens, "Decoupled
// Fallback" (2025): counts that another workgroup does not publish in time are counted again, so that no workgroup depends
// on the progress of another.
// -DVKSORT_ONE_WORD: elements of one word.
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

layout(constant_id = VKSORT_RADIX_PARTS) const uint PARTS = 1;
layout(constant_id = VKSORT_RADIX_SHARED_WORDS) const uint SHARED_WORDS = 1;
layout(constant_id = VKSORT_RADIX_RANKING) const uint RANKING = 0;

const uint TILE = INVOCATIONS * ELEMENTS;
const uint PART = TILE / PARTS;
const uint SUBGROUP = 1u << SUBGROUP_LOG2;
const uint SUBGROUPS = INVOCATIONS >> SUBGROUP_LOG2;
const bool LOOKS_BACK = OFFSETS == VKSORT_RADIX_LOOK_BACK;
const bool IS_FIRST = OFFSETS == VKSORT_RADIX_FIRST_TABLE;
// Digits per owning invocation. The first OWNERS invocations own all digits.
const uint OWNED = INVOCATIONS >= DIGITS ? 1u : DIGITS / INVOCATIONS;
const uint OWNERS = DIGITS / OWNED;
const uint MISSING = 0xffffffffu;  // stands behind the last element
// True: count, publish, scan, rank. False: rank, scan, add where digits begin. Other workgroups wait for counts, so these are
// published first where registers allow.
const bool PUBLISHES_FIRST = !IS_FIRST && (WORDS == 1u || ELEMENTS <= 8u);

// Counters by subgroup and digit; then elements change places here; behind them counts of later digits, of a first pass.
const uint COUNTERS = SUBGROUPS * DIGITS;
const uint LATER = COUNTERS > PART ? COUNTERS : PART;
shared uint words[SHARED_WORDS];
// By digit. First totals of a first table, then partial sums of scan(), at last the distance from an element's place in the
// tile to its place among all.
shared uint offsets[DIGITS];
// By digit. First counts before the tile of a first table, then the flags below, counts of countTile(), sums of moveAgain().
shared uint spare[DIGITS];
#define PARTIAL(s) offsets[s]
#define PARTIAL_ALL(s) offsets[64u + (s)]
#define STUCK spare[0]         // a tile whose counts are to be counted again, plus 1; 0: none
#define OUT_OF_ORDER spare[1]  // not 0: the tile is
#define LAST_OF_PART spare[2]  // the element before this part

uint key[ELEMENTS];    // of each element the word that has the digit, as its order
uint place[ELEMENTS];  // in the tile
#ifndef VKSORT_ONE_WORD
uint other[ELEMENTS];  // a word that follows
// Where registers allow it is loaded with the first.
const bool LOADS_EARLY = ELEMENTS <= 8u && WORDS == 2u;
#define SECOND (pass.word == 0u ? 1u : 0u)  // the word that follows
#endif

#define EACH_OWNED(j) [[dont_unroll]] for (uint j = 0u; j < OWNED; ++j)
#define EACH_PART(p) [[unroll]] for (uint p = 0u; p < PARTS; ++p)
#define EACH_OF_PART(i) [[unroll]] for (uint i = 0u; i < ELEMENTS / PARTS; ++i)
#define INDEX_OF(i) min(first + (i) * SUBGROUP, n - 1u)  // what is missing stands for the last element
// Elements of part p to their places in it. The difference wraps around for places before the part.
#define EXCHANGE(p, values) EACH_ELEMENT(i) if (PARTS == 1u || place[i] - p * PART < PART) words[place[i] - p * PART] = values[i];

// Of the invocation's digits:
uint all[OWNED];     // elements of them among all,
uint before[OWNED];  // in the tiles before,
uint mine[OWNED];    // and in the tile;
uint rest[OWNED];    // tiles whose counts are not added yet;
uint from[OWNED];    // where they begin among all, less where they begin in the tile

#include "look_back.glsl"
#include "rank.glsl"
#include "sum_table.glsl"

#include "store.glsl"
#include "additions.glsl"
#ifdef VKSORT_ONE_WORD
#include "move_word.glsl"
#else
#include "move_words.glsl"
#endif

// Loads the word that has the digit, and clears meanwhile.
void load(const uint first, const uint n, const uint t) {
  LOAD(key, pass.word, INDEX_OF)
#ifndef VKSORT_ONE_WORD
  if (LOADS_EARLY) LOAD(other, SECOND, INDEX_OF)
#endif
  if (t == 0u) STUCK = 0u;
  for (uint i = t; i < COUNTERS; i += INVOCATIONS) words[i] = 0u;
  if (IS_FIRST) {
    for (uint i = t; i < (pass.passes - 1u) * DIGITS; i += INVOCATIONS) words[LATER + i] = 0u;
    for (uint i = t; i < DIGITS; i += INVOCATIONS) offsets[i] = spare[i] = 0u;
  }
  barrier();
}

// What is known of the digits of other tiles before this tile is counted.
void findTotals(const uint tile, const uint n, const uint t) {
  if (IS_FIRST) sumTable(tilesOf(n), tile, t);
  EACH_OWNED(j) {
    all[j] = before[j] = mine[j] = 0u;
    rest[j] = LOOKS_BACK ? tile : 0u;
    const uint digit = t * OWNED + j;
    if (IS_FIRST || t >= OWNERS) continue;
    all[j] = scratch[LOOKS_BACK ? at(pass.index * DIGITS + digit) : rowAt(tilesOf(n)) + digit];
    if (!LOOKS_BACK) before[j] = scratch[rowAt(tile) + digit];
  }
}

// Sums the counters of the tile by digit.
void publishCounts(const uint tile, const uint t) {
  if (t < OWNERS) {
    EACH_OWNED(j) {
      const uint digit = t * OWNED + j;
      for (uint s = 0u; s < SUBGROUPS; ++s) mine[j] += words[counterOf(s, digit)];
      if (LOOKS_BACK) publishCount(tile, digit, mine[j]);
      if (!IS_FIRST) continue;
      all[j] = offsets[digit];
      before[j] = spare[digit];
    }
  }
  if (IS_FIRST) barrier();
}

// Finds where each digit begins, among all and in the tile. Counters become where the digits of each subgroup begin.
void scan(const uint t) {
  uint my_sum = 0u, all_sum = 0u;
  EACH_OWNED(j) {
    my_sum += mine[j];
    all_sum += all[j];
  }
  uint in_tile = subgroupInclusiveAdd(my_sum), in_all = subgroupInclusiveAdd(all_sum);
  if (t < OWNERS && gl_SubgroupInvocationID == SUBGROUP - 1u) {
    PARTIAL(gl_SubgroupID) = in_tile;
    PARTIAL_ALL(gl_SubgroupID) = in_all;
  }
  barrier();
  if (t < OWNERS) {
    in_tile -= my_sum;
    in_all -= all_sum;
    for (uint s = 0u; s < OWNERS >> SUBGROUP_LOG2; ++s) {
      in_tile += s < gl_SubgroupID ? PARTIAL(s) : 0u;
      in_all += s < gl_SubgroupID ? PARTIAL_ALL(s) : 0u;
    }
    EACH_OWNED(j) {
      from[j] = in_all - in_tile;
      uint run = in_tile;
      for (uint s = 0u; s < SUBGROUPS; ++s) {
        const uint counter = counterOf(s, t * OWNED + j), count = words[counter];
        words[counter] = run;
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
  // Devices start workgroups in this order, so that tiles that are waited for are at work. Another order costs time alone.
  const uint tile = workgroup();
  const uint n = elementCount(), begin = tile * TILE;
  if (begin >= n) return;
  const uint first = begin + subgroup * (SUBGROUP * ELEMENTS) + gl_SubgroupInvocationID;

  // Look-back ends inside moveTile(), where elements change places meanwhile.
  load(first, n, t);
  findTotals(tile, n, t);
  CONVERT(key, pass.word)
  if (begin + TILE > n) EACH_ELEMENT(i) if (first + i * SUBGROUP >= n) key[i] = MISSING;
  if (IS_FIRST) COUNT_LATER(pass.word, key)
  if (PUBLISHES_FIRST) {
    EACH_ELEMENT(i) atomicAdd(words[counterOf(subgroup, digitOf(key[i]))], 1u);
  } else {
    rankAll(subgroup);
  }
  barrier();
  publishCounts(tile, t);
  scan(t);
  if (PUBLISHES_FIRST) {
    // Subgroups that own no digit rank meanwhile.
    if (LOOKS_BACK && INVOCATIONS > OWNERS) addBefore(tile, t, EARLY_SPIN_LIMIT);
    rankAll(subgroup);
  } else {
    EACH_ELEMENT(i) place[i] += words[counterOf(subgroup, digitOf(key[i]))];
  }
  barrier();
  moveTile(tile, first, n, t);
}
