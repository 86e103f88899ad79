// Finds where the cells of sorted elements begin and end. Each invocation compares UNITS elements with their
// neighbours, without shared memory. Only cells that contain elements are written, so clear.comp must run first.
#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
#define VKSORT_PUSH CellPush
#include "toolkit.glsl"

uint highPart(const uint bits) {
  return push.shift >= 32u ? bits >> push.shift - 32u : bits << (32u - push.shift) % 32u;
}

#define LOAD_CELLS(cell, index)                                                                                   \
  {                                                                                                               \
    EACH_UNIT(i) cell[i] = (source[wordOf(index)] & push.bits.mask_low) >> (push.shift & 31u);                    \
    if (push.bits.mask_high != 0u) {                                                                              \
      EACH_UNIT(i) cell[i] |= highPart(source[wordOf(index) + 1u] & push.bits.mask_high);                         \
    }                                                                                                             \
  }

void main() {
  const uint n = elementCount();
  const uint first = workgroup() * (INVOCATIONS * UNITS) + gl_LocalInvocationIndex;
  uint here[UNITS], before[UNITS];
  LOAD_CELLS(here, clamped(first + i * INVOCATIONS))
  LOAD_CELLS(before, max(clamped(first + i * INVOCATIONS), 1u) - 1u)
  EACH_UNIT(i) {
    const uint index = first + i * INVOCATIONS;
    if (index >= n) continue;
    const uint begin = push.first_cell + 2u * here[i], end_before = push.first_cell + 2u * before[i] + 1u;
    const bool begins = index == 0u || here[i] != before[i];
    if (begins && here[i] < push.cell_count) target[begin] = index;
    if (begins && index != 0u && before[i] < push.cell_count) target[end_before] = index;
    if (index == n - 1u && here[i] < push.cell_count) target[begin + 1u] = n;
  }
}
