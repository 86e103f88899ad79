// Behind the counting of keys in a sort by value: sums up what each workgroup has counted, says whether passes by value
// are needed, and if so counts the digits of the values. They are where many keys are equal, as runs.comp is for short
// runs of such: if count.comp has seen more keys alike than runs of VKSORT_RADIX_RUN elements would bring, or if one run
// may be long. None is longer than what shares a digit of each pass in each row.
// -DTELLS: passes by value, and what orders runs, may have arguments, and are given their workgroups, or none.
// -DDECIDES, too: of coherent sorts. Each workgroup finds out by itself whether there is anything to move, and the first one
// tells the passes behind.
#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#include "interface.h"
#include "elements.glsl"
#include "table.glsl"

layout(std430, set = 0, binding = VKSORT_BINDING_KEYS) readonly buffer Keys { uint keys[]; };
layout(std430, set = 0, binding = VKSORT_BINDING_VALUES) readonly buffer Values { uint values[]; };

const uint VALUE_DIGITS = VKSORT_RADIX_PASSES - VKSORT_RADIX_KEY_PASSES;  // at most
shared uint words[VALUE_DIGITS * DIGITS];  // of the sums; then counters
shared uint alike, of_runs, longest;       // of all notes
#ifdef TELLS
#include "../grid.h"
#include "arguments.glsl"
#endif
#ifdef DECIDES
#include "verdict.glsl"
#endif
// As many as there may be, where subgroups are wide: what follows waits for them.
#define ROWS_AT_ONCE \
  (SUBGROUP_LOG2 < VKSORT_RADIX_WIDE_LOG2 ? 4u : (VKSORT_RADIX_HISTOGRAM_GROUPS - 1u) / ROW_LANES + 1u)
#include "rows.glsl"

uint valueAt(const uint index) {
  const uint bits = INTERLEAVED != 0u ? keys[interleavedWord(index)] : values[push.first_value + index];
  return bits ^ pass.value_flip;
}

void main() {
  const uint t = gl_SubgroupID << SUBGROUP_LOG2 | gl_SubgroupInvocationID;
  const uint n = elementCount();
  const uint group = workgroup(), groups = gl_NumWorkGroups.x * gl_NumWorkGroups.y;
#ifdef DECIDES
  if (!mustMove(n, t, group == 0u)) return;
#endif
  if (n == 0u) return;  // nobody has counted
  // Which the device's count has fewer of; of all shapes this is one kernel, which knows the tiles of none.
  const uint rows = DEVICE_COUNT != 0u ? scratch[at(VKSORT_RADIX_ROWS_AT)] : rowCount();
  const uint first_of_keys = at(VKSORT_RADIX_HISTOGRAM_AT) + pass.value_passes * DIGITS;
  // Notes are on their way while rows are summed up.
  if (t == 0u) alike = of_runs = longest = 0u;
  uint noted[VKSORT_RADIX_NOTE_WORDS] = {0u, 0u, 0u};
  for (uint row = t; row < rows; row += INVOCATIONS) {
    const uint note = noteOf(row, rows);
    [[unroll]] for (uint i = 0u; i < VKSORT_RADIX_NOTE_WORDS; ++i) noted[i] += scratch[note + i];
  }
  for (uint first = group * VKSORT_RADIX_ROW_DIGITS; first < rowWords(); first += groups * VKSORT_RADIX_ROW_DIGITS) {
    const uint sum = sumColumns(first, t, rows);
    if (t < VKSORT_RADIX_ROW_DIGITS) scratch[first_of_keys + first + t] = sum;
    barrier();
  }
  barrier();
  [[unroll]] for (uint i = 0u; i < VKSORT_RADIX_NOTE_WORDS; ++i) noted[i] = subgroupAdd(noted[i]);
  if (subgroupElect()) {
    atomicAdd(alike, noted[0]);
    atomicAdd(of_runs, noted[1]);
    atomicAdd(longest, noted[2]);
  }
  barrier();
  const bool has_short_runs = alike < max(4u, of_runs * VKSORT_RADIX_RUN / n);  // fewer than four say nothing
  if (has_short_runs && longest <= max(n >> VKSORT_RADIX_RUN_SHIFT, VKSORT_RADIX_LONG_RUN)) return;

  for (uint i = t; i < VALUE_DIGITS * DIGITS; i += INVOCATIONS) words[i] = 0u;
  barrier();
  if (group == 0u && t == 0u) {
    scratch[at(VKSORT_RADIX_BY_VALUE_AT)] = 1u;
#ifdef TELLS
    // Over what a set-up has told, or this invocation alone in mustMove().
    writeArguments(VKSORT_RADIX_VALUE_ARGUMENTS, scratch[at(VKSORT_RADIX_TILES_AT)]);
    writeArguments(VKSORT_RADIX_RUN_ARGUMENTS, 0u);
#endif
  }
  const uint round_elements = INVOCATIONS * ELEMENTS;
  for (uint first = group * round_elements + t; first - t < n; first += groups * round_elements) {
    uint value[ELEMENTS];
    EACH_ELEMENT(i) value[i] = valueAt(min(first + i * INVOCATIONS, n - 1u));
    EACH_ELEMENT(i) {
      if (first + i * INVOCATIONS >= n) continue;
      [[unroll]] for (uint d = 0u; d < VALUE_DIGITS; ++d) {
        if (d < pass.value_passes) atomicAdd(words[d * DIGITS + (value[i] >> 8u * d & (DIGITS - 1u))], 1u);
      }
    }
  }
  barrier();
  for (uint i = t; i < pass.value_passes * DIGITS; i += INVOCATIONS) {
    if (words[i] != 0u) atomicAdd(scratch[at(VKSORT_RADIX_HISTOGRAM_AT) + i], words[i]);
  }
}
