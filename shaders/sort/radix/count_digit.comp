// Counts one digit of a radix sort by tiles, moving nothing: that of the pass behind, which takes elements from where
// this one does.
// -DPAIRS: of sorts by value: in passes by them the values have the digit.
#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
#include "interface.h"
#include "elements.glsl"
#include "table.glsl"
#include "../elements/key.glsl"

layout(std430, set = 0, binding = VKSORT_BINDING_KEYS) readonly buffer Keys { uint keys[]; };
#ifdef PAIRS
layout(std430, set = 0, binding = VKSORT_BINDING_VALUES) readonly buffer Values { uint values[]; };
#endif

shared uint counters[DIGITS];

#define LOAD_FROM(word_of) EACH_ELEMENT(i) key[i] = word_of(min(first + i * INVOCATIONS, n - 1u));
#define OF_COPY(index) scratch[first_word + (index) * pass.copied]
#define OF_KEYS(index) keys[keyWord(index)]
#define OF_SPLIT_VALUES(index) values[push.first_value + (index)]
#define OF_INTERLEAVED_VALUES(index) keys[interleavedWord(index)]

void main() {
  const uint t = gl_LocalInvocationIndex;
  const uint tile = workgroup();
  const uint n = elementCount();
  if (tile >= tilesOf(n)) return;

  const uint first = tile * TILE + t;
  const bool by_value = pass.index < pass.value_passes;
  uint key[ELEMENTS];
  if (pass.from != 0u) {
    const uint first_word = pass.copied == 1u ? at(pass.from) : 2u * pairAt(pass.from) + (by_value ? 1u : 0u);
    LOAD_FROM(OF_COPY)
#ifdef PAIRS
  } else if (by_value) {
    if (INTERLEAVED != 0u) LOAD_FROM(OF_INTERLEAVED_VALUES)
    else LOAD_FROM(OF_SPLIT_VALUES)
#endif
  } else {
    LOAD_FROM(OF_KEYS)
  }
  for (uint i = t; i < DIGITS; i += INVOCATIONS) counters[i] = 0u;
  barrier();
  if (pass.load_flip != 0u) EACH_ELEMENT(i) key[i] = orderFromBits(key[i], pass.load_mask, pass.load_flip);
  EACH_ELEMENT(i) if (first + i * INVOCATIONS < n) atomicAdd(counters[digitOf(key[i])], 1u);
  barrier();
  STORE_ROW(tile, counters)
}
