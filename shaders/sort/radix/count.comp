// Counts digits of a radix sort, moving nothing: all of them over all elements, or the first one by tiles, where the
// first pass is to count the others, or each the next. Clears the states of tiles, if there are any, and the
// histogram where no set-up before it has. By rows it adds nothing up: each workgroup stores its own counts, and in
// sorts by value a note of how many keys are equal.
// Of a coherent sort it tells verdict.glsl what of the order there is: see interface.h on units.
// -DHOOK: computes the keys, and stores them for the passes that move them.
// -DPAIRS: of sorts by value: by tiles counts the values' first digit; sees which equal keys are out of order by them.
#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#include "../elements/hook.glsl"
#include "interface.h"
#include "elements.glsl"
#include "table.glsl"
#include "../elements/key.glsl"

layout(constant_id = VKSORT_RADIX_ALL_DIGITS) const uint ALL_DIGITS = 1;
layout(constant_id = VKSORT_RADIX_UNIT_LOG2) const uint UNIT_LOG2 = 0;
layout(constant_id = VKSORT_RADIX_UNITS) const uint UNITS = 1;

#ifdef HOOK
layout(std430, set = 0, binding = VKSORT_BINDING_KEYS) writeonly buffer Keys { uint keys[]; };
#else
layout(std430, set = 0, binding = VKSORT_BINDING_KEYS) readonly buffer Keys { uint keys[]; };
#endif

#ifdef PAIRS
layout(std430, set = 0, binding = VKSORT_BINDING_VALUES) readonly buffer Values { uint values[]; };
#endif
shared uint counters[VKSORT_RADIX_KEY_PASSES * DIGITS];
#ifdef PAIRS
shared uint table[INVOCATIONS];  // keys by their hashes, of each the first that came
shared uint alike;               // keys that the one in their place is like
shared uint sharing[VKSORT_RADIX_KEY_PASSES];  // elements that share a digit
#endif

const bool LOOKS_BACK = OFFSETS <= VKSORT_RADIX_BY_FIRST_TABLE;
const bool SUMMED = OFFSETS == VKSORT_RADIX_BY_SUMMED_ROWS;
const bool IN_ROWS = SUMMED || OFFSETS == VKSORT_RADIX_BY_ROWS;
const uint ROUND = INVOCATIONS * ELEMENTS;  // elements that a workgroup counts at once; by tiles, those of one
shared uint lowest[UNITS];
shared uint highest[UNITS];
shared uint disordered[UNITS];

// An invocation's elements are a row of the round apart, or, to be all of one unit, as far as a subgroup has invocations.
const uint CHUNK = ELEMENTS << SUBGROUP_LOG2;
const uint SPREAD = CHUNK > 1u << UNIT_LOG2 ? 1u : ELEMENTS & (ELEMENTS - 1u);  // 0: in chunks
const uint STEP = SPREAD != 0u ? INVOCATIONS : 1u << SUBGROUP_LOG2;

// Of some elements of a unit. A unit is no smaller than a subgroup.
void noteUnit(const uint unit, const uint least, const uint most, const bool is_disordered) {
  const uint of_all_least = subgroupMin(least), of_all_most = subgroupMax(most);
  const bool any_disordered = subgroupMax(is_disordered ? 1u : 0u) != 0u;
  if (!subgroupElect()) return;
  atomicMin(lowest[unit], of_all_least);
  atomicMax(highest[unit], of_all_most);
  if (any_disordered) atomicOr(disordered[unit], 1u);
}

// Of the range's element `index`, which must exist.
uint keyBits(const uint index) {
#ifdef HOOK
  return loadKey(index);
#else
  return keys[keyWord(index)];
#endif
}

#ifdef PAIRS
// From anywhere in the range; rarely the same element for two invocations, which is as if runs had one element more.
uint someKey(const uint group, const uint n, const uint t) {
  uint mixed = t * 0x9e3779b1u + group * 0x85ebca6bu;
  mixed = (mixed ^ mixed >> 15) * 0x2c1b3c6du;
  return keyBits((mixed ^ mixed >> 13) % n);
}

void lookForAlike(const uint key) {
  const uint kept = key != 0u ? key : 1u;  // 0: none yet
  const bool is_alike = atomicCompSwap(table[(kept * 0x9e3779b1u >> 16) * INVOCATIONS >> 16], 0u, kept) == kept;
  const uint count = subgroupAdd(is_alike ? 1u : 0u);
  if (subgroupElect() && count != 0u) atomicAdd(alike, count);
}

// The same of its value, in the order of values.
uint valueAt(const uint index) {
#ifndef HOOK
  if (INTERLEAVED != 0u) return keys[interleavedWord(index)] ^ pass.value_flip;
#endif
  return values[push.first_value + index] ^ pass.value_flip;
}
#endif

void main() {
  const uint t = gl_SubgroupID << SUBGROUP_LOG2 | gl_SubgroupInvocationID;
  const uint group = workgroup();
  const uint n = elementCount();
  const uint rounds = ceilOf(n, ROUND);
  const uint dispatched = gl_NumWorkGroups.x * gl_NumWorkGroups.y;
  const uint groups = IN_ROWS ? min(rowCount(), dispatched) : dispatched;
  if (IN_ROWS && group >= groups) return;  // of a grid that is not full

#ifdef PAIRS
  const bool looks = ALL_DIGITS != 0u && group < VKSORT_RADIX_LOOKING_GROUPS;
  uint some_key = 0u;
  if (looks) some_key = someKey(group, n, t);
#endif
  const uint digits = ALL_DIGITS != 0u ? pass.passes - pass.value_passes : 1u;
  for (uint i = t; i < digits * DIGITS; i += INVOCATIONS) counters[i] = 0u;
#ifdef PAIRS
  table[t] = 0u;
  if (t == 0u) alike = 0u;
  if (t < VKSORT_RADIX_KEY_PASSES) sharing[t] = 0u;
  if (SUMMED && group == 0u) {
    for (uint i = t; i < pass.value_passes * DIGITS; i += INVOCATIONS) scratch[at(VKSORT_RADIX_HISTOGRAM_AT) + i] = 0u;
    if (t == 0u) scratch[at(VKSORT_RADIX_BY_VALUE_AT)] = 0u;
    if (t == 0u) scratch[at(VKSORT_RADIX_ROWS_AT)] = groups;
    if (t == 0u) scratch[at(VKSORT_RADIX_TILES_AT)] = tilesOf(n);
  }
#endif
  if (LOOKS_BACK) {
    const uint first_cleared = ALL_DIGITS != 0u && OFFSETS != VKSORT_RADIX_BY_ROWS ? VKSORT_RADIX_STATES : 0u;
    const uint end = VKSORT_RADIX_STATES + tilesOf(n) * DIGITS;
    for (uint i = first_cleared + group * INVOCATIONS + t; i < end; i += groups * INVOCATIONS) scratch[at(i)] = 0u;
  }
  barrier();

  for (uint turn = group; turn < rounds; turn += groups) {
    // The first pass begins with what was counted last, which is in the cache.
    const uint round = ALL_DIGITS != 0u ? rounds - 1u - turn : turn;
    const uint first = round * ROUND + (SPREAD != 0u ? t : gl_SubgroupID * CHUNK + gl_SubgroupInvocationID);
    uint key[ELEMENTS];
    EACH_ELEMENT(i) key[i] = keyBits(min(first + i * STEP, n - 1u));
#ifdef HOOK
    EACH_ELEMENT(i) if (first + i * STEP < n) keys[keyWord(first + i * STEP)] = key[i];
#endif
#ifdef PAIRS
    uint value[ELEMENTS];
    if (ALL_DIGITS == 0u) EACH_ELEMENT(i) value[i] = valueAt(min(n - 1u, first + i * STEP));
#endif
#ifndef HOOK
    // What is past the end stands for the last element, and is in its unit.
    uint next[ELEMENTS];
    if (UNIT_LOG2 != 0u) {
      EACH_ELEMENT(i) {
        const bool ends_unit = ((first + i * STEP + 1u) & ((1u << UNIT_LOG2) - 1u)) == 0u;
        next[i] = keyBits(min(first + i * STEP + (ends_unit && BY_VALUE == 0u ? 0u : 1u), n - 1u));
      }
      for (uint i = t; i < UNITS; i += INVOCATIONS) {
        lowest[i] = 0xffffffffu;
        highest[i] = 0u;
        disordered[i] = 0u;
      }
      barrier();
      if (pass.load_flip != 0u) {
        EACH_ELEMENT(i) next[i] = orderFromBits(next[i], pass.load_mask, pass.load_flip);
      }
    }
#endif
    if (pass.load_flip != 0u) {
      EACH_ELEMENT(i) key[i] = orderFromBits(key[i], pass.load_mask, pass.load_flip);
    }
    EACH_ELEMENT(i) {
      if (first + i * STEP >= n) continue;
      if (ALL_DIGITS == 0u) {
#ifdef PAIRS
        atomicAdd(counters[(value[i] >> pass.shift) & (DIGITS - 1u)], 1u);
#else
        atomicAdd(counters[digitOf(key[i])], 1u);
#endif
      } else {
        [[unroll]] for (uint d = 0u; d < VKSORT_RADIX_KEY_PASSES; ++d) {
          if (d < digits) atomicAdd(counters[d * DIGITS + laterDigitOf(key[i], d)], 1u);
        }
      }
    }
#ifndef HOOK
    if (UNIT_LOG2 != 0u) {
      uint disorder = 0u;  // a bit for each element
      EACH_ELEMENT(i) disorder |= key[i] > next[i] ? 1u << i : 0u;
#ifdef PAIRS
      uint equal = 0u;
      EACH_ELEMENT(i) equal |= key[i] == next[i] && first + i * STEP + 1u < n ? 1u << i : 0u;
      while (equal != 0u) {  // few of an invocation's are
        const uint i = findLSB(equal);
        equal &= equal - 1u;
        disorder |= valueAt(first + i * STEP) > valueAt(first + i * STEP + 1u) ? 1u << i : 0u;
      }
#endif
      const uint in_tile = first - round * ROUND;
      if (SPREAD == 0u) {
        uint least = key[0], most = key[0];
        EACH_ELEMENT(i) {
          least = min(least, key[i]);
          most = max(most, key[i]);
        }
        noteUnit(in_tile >> UNIT_LOG2, least, most, disorder != 0u);
      } else {
        EACH_ELEMENT(i) noteUnit((in_tile + i * STEP) >> UNIT_LOG2, key[i], key[i], (disorder >> i & 1u) != 0u);
      }
      barrier();
      for (uint i = t; i < UNITS; i += INVOCATIONS) {
        const uint unit = round * UNITS + i;
        if (unit > (n - 1u) >> UNIT_LOG2) break;
        const uint word = at(pass.units) + UNIT_WORDS * unit;
        const bool turned = disordered[i] != 0u && BY_VALUE == 0u;
        scratch[word] = turned ? highest[i] : lowest[i];
        scratch[word + 1u] = turned ? lowest[i] : highest[i];
        if (BY_VALUE != 0u) scratch[word + 2u] = disordered[i];
      }
      barrier();
    }
#endif
    if (LOOKS_BACK) continue;
    barrier();
    STORE_ROW(round, counters)
    if (OFFSETS == VKSORT_RADIX_BY_NEXT_TABLE) {
      for (uint i = t; i < ROW; i += INVOCATIONS) scratch[rowFor(1u, round) + i] = 0u;
    }
    if (rounds - turn <= groups) return;
    barrier();
    for (uint i = t; i < DIGITS; i += INVOCATIONS) counters[i] = 0u;
    barrier();
  }
  if (!LOOKS_BACK) return;
#ifdef PAIRS
  if (looks) lookForAlike(some_key);
#endif
  barrier();
  if (IN_ROWS) {
    for (uint i = t; i < digits * DIGITS; i += INVOCATIONS) scratch[rowOf(group) + i] = counters[i];
#ifdef PAIRS
    // A run has no more elements of the row than share a digit of each pass.
    for (uint i = t; i < digits * DIGITS; i += INVOCATIONS) {
      const uint count = subgroupMax(counters[i]);
      if (subgroupElect()) atomicMax(sharing[i / DIGITS], count);
    }
    barrier();
    if (t != 0u) return;
    uint longest = sharing[0];
    [[unroll]] for (uint d = 1u; d < VKSORT_RADIX_KEY_PASSES; ++d) if (d < digits) longest = min(longest, sharing[d]);
    const uint note = noteOf(group, groups);
    // Of S keys about S * S / 2.7 * r / n find one like themselves, in runs of r.
    scratch[note] = alike;
    scratch[note + 1u] = looks ? INVOCATIONS * INVOCATIONS / 4u : 0u;
    scratch[note + 2u] = longest;
#endif
  } else if (ALL_DIGITS != 0u) {
    for (uint i = t; i < digits * DIGITS; i += INVOCATIONS) {
      if (counters[i] != 0u) atomicAdd(scratch[at(VKSORT_RADIX_HISTOGRAM_AT) + i], counters[i]);
    }
  } else if (group < rounds) {
    STORE_ROW(group, counters)
  }
}
