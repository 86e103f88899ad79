// The other steps of a Toolkit, each a task.
#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
#include "toolkit.glsl"

layout(constant_id = VKSORT_TOOLKIT_TASK) const uint TASK = VKSORT_TOOLKIT_CLEAR;
layout(std430, set = 0, binding = VKSORT_BINDING_KEYS) buffer KeyQuads { uvec4 key_quads[]; };
layout(std430, set = 0, binding = VKSORT_BINDING_PAYLOAD) buffer PayloadQuads { uvec4 payload_quads[]; };

const uint UNITS = VKSORT_TOOLKIT_UNITS;
#define EACH_UNIT(i) [[unroll]] for (uint i = 0u; i < UNITS; ++i)

shared uint sums[INVOCATIONS];

void clear(const uint first) {
  EACH_UNIT(i) {
    const uint word = first + i * INVOCATIONS;
    if (word >= push.clears) continue;
    if (push.cells != 0u) {
      payloads[push.first_payload + word] = 0u;
    } else {
      scratch[push.first_scratch + word] = 0u;
    }
  }
}

// By all of a workgroup.
uint sumOf(const uint value, const uint t) {
  sums[t] = value;
  for (uint rest = INVOCATIONS / 2u; rest > 0u; rest /= 2u) {
    barrier();
    if (t < rest) sums[t] += sums[t + rest];
  }
  barrier();
  return sums[0];
}

// Tiles that follow each other, of which the workgroup sums what is kept before them.
void move(const uint n, const uint t) {
  const uint tiles = ceilOf(n, TILE), first = workgroup() * push.tiles_each;
  if (first >= tiles && workgroup() != 0u) return;
  uint before = 0u;
  for (uint i = t; i < first; i += INVOCATIONS) before += scratch[push.first_scratch + i];
  uint base = sumOf(before, t);
  const uint end = min(first + push.tiles_each, tiles);
  for (uint tile = first; tile < end; ++tile) {
    const uint count = scratch[push.first_scratch + tile];
    for (uint j = t; j < count; j += INVOCATIONS) {
      payloads[push.first_payload + base + j] = scratch[keptWord(0u, tile * TILE + j)];
      if (push.words == 2u) keys[push.first_key + base + j] = scratch[keptWord(1u, tile * TILE + j)];
    }
    base += count;
  }
  if (t == 0u && end == tiles) writeCount(base, n);
}

// The bits of an element as a number: that of its cell.
#define LOAD_CELLS(cell, index)                                                                             \
  EACH_UNIT(i) cell[i] = (keys[wordOf(index)] & push.mask_low) >> (push.shift & 31u);                        \
  if (push.mask_high != 0u) EACH_UNIT(i) cell[i] |= highPart(keys[wordOf(index) + 1u] & push.mask_high);

uint highPart(const uint bits) {
  return push.shift >= 32u ? bits >> push.shift - 32u : bits << (32u - push.shift) % 32u;
}

void findCells(const uint first, const uint n) {
  uint here[UNITS], before[UNITS];
#define CLAMPED(i) min(first + i * INVOCATIONS, push.count - 1u)
  LOAD_CELLS(here, CLAMPED(i))
  LOAD_CELLS(before, max(CLAMPED(i), 1u) - 1u)
  EACH_UNIT(i) {
    const uint index = first + i * INVOCATIONS;
    if (index >= n) continue;
    const bool begins = index == 0u || here[i] != before[i];
    if (begins && here[i] < push.cells) payloads[push.first_payload + 2u * here[i]] = index;
    if (begins && index != 0u && before[i] < push.cells) payloads[push.first_payload + 2u * before[i] + 1u] = index;
    if (index == n - 1u && here[i] < push.cells) payloads[push.first_payload + 2u * here[i] + 1u] = n;
  }
}

#define GATHER(TYPE, from, first_from, to, first_to)                               \
  {                                                                                \
    TYPE loaded[UNITS];                                                            \
    EACH_UNIT(i) loaded[i] = from[(first_from) + source[i]];                       \
    EACH_UNIT(i) if (first + i * INVOCATIONS < all) to[(first_to) + first + i * INVOCATIONS] = loaded[i]; \
  }

void gather(const uint first, const uint n) {
  const uint all = n * push.units;
  if (first >= all) return;
  uint source[UNITS], index[UNITS];
  EACH_UNIT(i) source[i] = min(first + i * INVOCATIONS, all - 1u);
  if (push.goes_back == 0u) {
    EACH_UNIT(i) index[i] = state[push.first_state + source[i] / push.units];
    EACH_UNIT(i) source[i] = min(index[i], push.readable - 1u) * push.units + source[i] % push.units;
  }
  if (push.are_quads != 0u) {
    const uint first_key = push.first_key / 4u, first_payload = push.first_payload / 4u;
    if (push.goes_back != 0u) GATHER(uvec4, payload_quads, first_payload, key_quads, first_key)
    else GATHER(uvec4, key_quads, first_key, payload_quads, first_payload)
  } else {
    if (push.goes_back != 0u) GATHER(uint, payloads, push.first_payload, keys, push.first_key)
    else GATHER(uint, keys, push.first_key, payloads, push.first_payload)
  }
}

void main() {
  const uint t = gl_LocalInvocationIndex, n = elementCount();
  const uint first = workgroup() * (INVOCATIONS * UNITS) + t;
  if (TASK == VKSORT_TOOLKIT_CLEAR) {
    clear(first);
  } else if (TASK == VKSORT_TOOLKIT_MOVE) {
    move(n, t);
  } else if (TASK == VKSORT_TOOLKIT_CELLS) {
    findCells(first, n);
  } else {
    gather(first, n);
  }
}
