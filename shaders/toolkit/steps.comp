// The other steps of a Toolkit, each a task.
#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
#include "toolkit.glsl"

layout(constant_id = VKSORT_TOOLKIT_TASK) const uint TASK = VKSORT_TOOLKIT_CLEAR;
layout(std430, set = 0, binding = VKSORT_TOOLKIT_BINDING_SOURCE) buffer KeyQuads { uvec4 key_quads[]; };
layout(std430, set = 0, binding = VKSORT_TOOLKIT_BINDING_TARGET) buffer PayloadQuads { uvec4 payload_quads[]; };

const uint UNITS = VKSORT_TOOLKIT_UNITS;
#define EACH_UNIT(i) [[unroll]] for (uint i = 0u; i < UNITS; ++i)

void clear(const uint first) {
  EACH_UNIT(i) {
    const uint word = first + i * INVOCATIONS;
    if (word >= 2u * push.cells) continue;
    if (push.digit != 0u) scratch[push.first_scratch + word] = 0u;
    else payloads[push.first_payload + word] = 0u;
  }
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
  const uint n = elementCount();
  const uint first = workgroup() * (INVOCATIONS * UNITS) + gl_LocalInvocationIndex;
  if (TASK == VKSORT_TOOLKIT_CLEAR) {
    clear(first);
  } else if (TASK == VKSORT_TOOLKIT_CELLS) {
    findCells(first, n);
  } else {
    gather(first, n);
  }
}
