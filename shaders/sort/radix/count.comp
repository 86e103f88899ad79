// Counts digits before the passes of a radix sort.
//   look-back: counts the digits of all passes for all elements, and adds them to the histogram
//   tables: counts the digit of one pass per tile, and stores a row of the table
// Each invocation counts ELEMENTS elements at a time in shared memory, which contains a counter per pass and digit. The
// kernel also clears the states of tiles and, before the first table, the histogram.
// -DVKSORT_ONE_WORD: for one-word elements.
#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
#include "common.glsl"
#include "words.glsl"

const uint ROUND = INVOCATIONS * ELEMENTS;  // elements that a workgroup counts at a time
#define COUNTS_ALL (pass.offsets == VKSORT_RADIX_LOOK_BACK)

shared uint counters[VKSORT_RADIX_MAX_PASSES * DIGITS];

void countRound(const uint first, const uint end, const uint n, const uint word, const WordDigits digits) {
  uint bits[ELEMENTS];
  LOAD(bits, word, first, INVOCATIONS, n)
  CONVERT_LOADED(bits, word)
  if (DISCARDS_KEYS) EACH_ELEMENT(i) bits[i] &= pass.digits_mask;
  if (!COUNTS_ALL) {
    EACH_ELEMENT(i) if (first + i * INVOCATIONS < end) atomicAdd(counters[digitOf(bits[i])], 1u);
    return;
  }
  EACH_ELEMENT(i) {
    if (first + i * INVOCATIONS >= end) continue;
    [[unroll]] for (uint d = 0u; d < 4u; ++d) {
      const uint counter = passCounter(digits, d, bits[i]);
      if (d < digits.count) atomicAdd(counters[counter], 1u);
    }
  }
}

void storeRow(const uint tile, const uint t) {
  const uint words = rowWords(pass.offsets);
  for (uint i = t; i < words; i += INVOCATIONS) {
    scratch[rowAt(tile, words) + i] = words != DIGITS ? counters[2u * i] | counters[2u * i + 1u] << 16u : counters[i];
  }
}

void clearCounters(const uint t) {
  const uint used = COUNTS_ALL ? pass.passes * DIGITS : DIGITS;
  for (uint i = t; i < used; i += INVOCATIONS) counters[i] = 0u;
}

// Later passes add to these words, or read them before they are written.
void clearForPasses(const uint group, const uint groups, const uint tiles, const uint t) {
  // With look-back, set_up.comp has cleared the histograms.
  const uint end = VKSORT_RADIX_STATES_AT + tiles * DIGITS;
  const uint begin = COUNTS_ALL ? VKSORT_RADIX_STATES_AT : 0u;
  for (uint i = begin + group * INVOCATIONS + t; i < end; i += groups * INVOCATIONS) scratch[at(i)] = 0u;
}

void addCounters(const uint histogram, const uint t) {
  for (uint i = t; i < pass.passes * DIGITS; i += INVOCATIONS) {
    if (counters[i] != 0u) atomicAdd(scratch[at(histogram) + i], counters[i]);
  }
}

// Counts the digits of all passes for the whole range.
void countRange(const uint group, const uint groups, const uint n, const uint t) {
  const uint rounds = ceilOf(n, ROUND);
  for (uint word = 0u; word < WORDS; ++word) {
    const WordDigits digits = digitsOf(word);
    if (digits.count == 0u) continue;
    for (uint turn = group; turn < rounds; turn += groups) {
      // The first pass loads these elements first, so it finds them in the cache.
      const uint first = (rounds - 1u - turn) * ROUND;
      countRound(first + t, min(n, first + ROUND), n, word, digits);
    }
  }
  if (group >= rounds) return;
  barrier();
  addCounters(0u, t);
}

// Stores the counts of each tile.
void countTiles(const uint group, const uint groups, const uint tiles, const uint t) {
  for (uint word = 0u; word < WORDS; ++word) {
    WordDigits digits = digitsOf(word);
    // Uses the counters of pass 0.
    if (!COUNTS_ALL) digits = WordDigits(0u, pass.shift, word == pass.word ? 1u : 0u);
    if (digits.count == 0u) continue;
    for (uint tile = group; tile < tiles; tile += groups) {
      const Part part = partOf(tile);
      const uint first = part.first + (tile - part.first_tile) * pass.tile, end = min(part.end, first + pass.tile);
      for (uint begin = first; begin < end; begin += ROUND) countRound(begin + t, end, part.end, word, digits);
      barrier();
      if (!COUNTS_ALL) storeRow(tile, t);
      if (!COUNTS_ALL && tiles - tile <= groups) return;
      if (COUNTS_ALL && part.histogram != 0u) addCounters(part.histogram, t);
      barrier();
      clearCounters(t);
      barrier();
    }
  }
}

void main() {
  const uint t = gl_LocalInvocationIndex;
  const uint group = workgroup(), groups = gl_NumWorkGroups.x * gl_NumWorkGroups.y;
  range_count = elementCount();
  const uint tiles = tileCount();
  if (pass.offsets != VKSORT_RADIX_SUMMED_TABLE) clearForPasses(group, groups, tiles, t);
  clearCounters(t);
  barrier();
  if (COUNTS_ALL && pass.tiles == 0u) {
    countRange(group, groups, range_count, t);
  } else {
    countTiles(group, groups, tiles, t);
  }
}
