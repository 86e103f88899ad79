// Counts digits of a radix sort, moving nothing: all of them over all elements, or the first one by tiles, where the
// first pass is to count the others. Clears the states of tiles, and without a set-up before it everything else.
// -DHOOK: computes the keys, and stores them for the passes that move them.
#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
#include "../elements/hook.glsl"
#include "interface.h"
#include "elements.glsl"
#include "../elements/key.glsl"

layout(constant_id = VKSORT_RADIX_ALL_DIGITS) const uint ALL_DIGITS = 1;

#ifdef HOOK
layout(std430, set = 0, binding = VKSORT_BINDING_KEYS) writeonly buffer Keys { uint keys[]; };
#else
layout(std430, set = 0, binding = VKSORT_BINDING_KEYS) readonly buffer Keys { uint keys[]; };
#endif

shared uint counters[VKSORT_RADIX_PASSES * DIGITS];

// Of the range's element `index`, which must exist.
uint keyBits(const uint index) {
#ifdef HOOK
  return loadKey(index);
#else
  return keys[keyWord(index)];
#endif
}

void main() {
  const uint t = gl_LocalInvocationIndex;
  const uint group = workgroup();
  const uint n = elementCount();
  const uint tiles = tilesOf(n);
  const uint groups = gl_NumWorkGroups.x * gl_NumWorkGroups.y;

  const uint digits = ALL_DIGITS != 0u ? pass.passes : 1u;
  for (uint i = t; i < digits * DIGITS; i += INVOCATIONS) counters[i] = 0u;
  const uint first_cleared = ALL_DIGITS != 0u ? VKSORT_RADIX_STATES : 0u;
  const uint end = VKSORT_RADIX_STATES + tiles * DIGITS;
  for (uint i = first_cleared + group * INVOCATIONS + t; i < end; i += groups * INVOCATIONS) scratch[at(i)] = 0u;
  barrier();

  for (uint tile = group; tile < tiles; tile += groups) {
    const uint first = tile * TILE + t;
    uint key[ELEMENTS];
    EACH_ELEMENT(i) key[i] = keyBits(min(first + i * INVOCATIONS, n - 1u));
#ifdef HOOK
    EACH_ELEMENT(i) if (first + i * INVOCATIONS < n) keys[keyWord(first + i * INVOCATIONS)] = key[i];
#endif
    if (pass.load_flip != 0u) {
      EACH_ELEMENT(i) key[i] = orderFromBits(key[i], pass.load_mask, pass.load_flip);
    }
    EACH_ELEMENT(i) {
      if (first + i * INVOCATIONS >= n) continue;
      if (ALL_DIGITS == 0u) {
        atomicAdd(counters[digitOf(key[i])], 1u);
      } else {
        [[unroll]] for (uint d = 0u; d < VKSORT_RADIX_PASSES; ++d) {
          if (d < digits) atomicAdd(counters[d * DIGITS + laterDigitOf(key[i], d)], 1u);
        }
      }
    }
  }
  barrier();
  if (ALL_DIGITS != 0u) {
    for (uint i = t; i < digits * DIGITS; i += INVOCATIONS) {
      if (counters[i] != 0u) atomicAdd(scratch[at(VKSORT_RADIX_HISTOGRAM_AT) + i], counters[i]);
    }
  } else if (group < tiles) {
    for (uint i = t; i < DIGITS; i += INVOCATIONS) scratch[at(pass.table) + group * DIGITS + i] = counters[i];
  }
}
