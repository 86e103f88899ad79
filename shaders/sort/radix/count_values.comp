// Behind the counting of keys in a sort by value: says whether its passes by value are needed, and if so counts the digits
// of the values. They are where many keys are equal, as runs.comp is for short runs of such: if count.comp has seen more
// keys alike than runs of VKSORT_RADIX_RUN elements would bring, or if one run may be long. None is longer than what
// shares a digit of each pass.
#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#include "interface.h"
#include "elements.glsl"

layout(std430, set = 0, binding = VKSORT_BINDING_KEYS) readonly buffer Keys { uint keys[]; };
layout(std430, set = 0, binding = VKSORT_BINDING_VALUES) readonly buffer Values { uint values[]; };

const uint VALUE_DIGITS = VKSORT_RADIX_PASSES - VKSORT_RADIX_KEY_PASSES;  // at most
shared uint counters[VALUE_DIGITS * DIGITS];
shared uint most[VKSORT_RADIX_KEY_PASSES];  // elements that share a digit

uint valueAt(const uint index) {
  const uint bits = INTERLEAVED != 0u ? keys[interleavedWord(index)] : values[push.first_value + index];
  return bits ^ pass.value_flip;
}

void main() {
  const uint t = gl_SubgroupID << SUBGROUP_LOG2 | gl_SubgroupInvocationID;
  const uint n = elementCount();
  if (t < VKSORT_RADIX_KEY_PASSES) most[t] = 0u;
  for (uint i = t; i < VALUE_DIGITS * DIGITS; i += INVOCATIONS) counters[i] = 0u;
  barrier();
  const uint key_digits = pass.passes - pass.value_passes;
  const uint first_of_keys = at(VKSORT_RADIX_HISTOGRAM_AT) + pass.value_passes * DIGITS;
  for (uint i = t; i < key_digits * DIGITS; i += INVOCATIONS) {
    const uint count = subgroupMax(scratch[first_of_keys + i]);
    if (subgroupElect()) atomicMax(most[i / DIGITS], count);
  }
  const uint alike = scratch[at(VKSORT_RADIX_ALIKE_AT)], of_runs = scratch[at(VKSORT_RADIX_OF_RUNS_AT)];
  barrier();
  uint longest = n;
  [[unroll]] for (uint d = 0u; d < VKSORT_RADIX_KEY_PASSES; ++d) if (d < key_digits) longest = min(longest, most[d]);
  const bool has_short_runs = alike < max(4u, of_runs * VKSORT_RADIX_RUN / max(n, 1u));  // fewer than four say nothing
  if (has_short_runs && longest <= max(n >> VKSORT_RADIX_RUN_SHIFT, VKSORT_RADIX_LONG_RUN)) return;

  const uint group = workgroup();
  if (group == 0u && t == 0u) scratch[at(VKSORT_RADIX_BY_VALUE_AT)] = 1u;
  const uint groups = gl_NumWorkGroups.x * gl_NumWorkGroups.y;
  const uint round_elements = INVOCATIONS * ELEMENTS;
  for (uint first = group * round_elements + t; first - t < n; first += groups * round_elements) {
    uint value[ELEMENTS];
    EACH_ELEMENT(i) value[i] = valueAt(min(first + i * INVOCATIONS, n - 1u));
    EACH_ELEMENT(i) {
      if (first + i * INVOCATIONS >= n) continue;
      [[unroll]] for (uint d = 0u; d < VALUE_DIGITS; ++d) {
        if (d < pass.value_passes) atomicAdd(counters[d * DIGITS + (value[i] >> 8u * d & (DIGITS - 1u))], 1u);
      }
    }
  }
  barrier();
  for (uint i = t; i < pass.value_passes * DIGITS; i += INVOCATIONS) {
    if (counters[i] != 0u) atomicAdd(scratch[at(VKSORT_RADIX_HISTOGRAM_AT) + i], counters[i]);
  }
}
