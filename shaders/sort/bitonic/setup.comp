// Converts an indirect count to the dispatch words of the merge passes, which were recorded for the maximum count, so
// that merges without work start no workgroups. Runs before or in parallel with the first pass, as one workgroup
// without shared memory; invocation i handles merge stage i + 1.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "interface.h"

layout(local_size_x_id = VKSORT_SETUP_WORKGROUP) in;
layout(constant_id = VKSORT_SETUP_SORTED_LOG2) const uint SORTED_LOG2 = 11;
layout(constant_id = VKSORT_SETUP_TILE_LOG2) const uint TILE_LOG2 = 11;
layout(constant_id = VKSORT_SETUP_MERGE_LOG2) const uint MERGE_LOG2 = 10;
layout(constant_id = VKSORT_SETUP_SMALLEST_MERGE_LOG2) const uint SMALLEST_MERGE_LOG2 = 10;
layout(constant_id = VKSORT_SETUP_REGISTERS_LOG2) const uint R = 4;
layout(constant_id = VKSORT_SETUP_LONGEST) const uint LONGEST = 6;
layout(constant_id = VKSORT_SETUP_GLOBAL_LOG2) const uint GLOBAL_0_LOG2 = 0;
layout(constant_id = VKSORT_SETUP_GLOBAL_LOG2 + 1) const uint GLOBAL_1_LOG2 = 0;
layout(constant_id = VKSORT_SETUP_GLOBAL_LOG2 + 2) const uint GLOBAL_2_LOG2 = 11;
layout(constant_id = VKSORT_SETUP_GLOBAL_LOG2 + 3) const uint GLOBAL_3_LOG2 = 0;
layout(constant_id = VKSORT_SETUP_GLOBAL_LOG2 + 4) const uint GLOBAL_4_LOG2 = 0;
layout(constant_id = VKSORT_SETUP_GLOBAL_LOG2 + 5) const uint GLOBAL_5_LOG2 = 0;
layout(constant_id = VKSORT_SETUP_MAX_GROUPS_X) const uint MAX_GROUPS_X = 65535;

layout(push_constant, std430) uniform PushBlock { Push push; };
layout(std430, set = 0, binding = VKSORT_BINDING_COUNT) readonly buffer Counts { uint counts[]; };
layout(std430, set = 0, binding = VKSORT_BINDING_DISPATCH_WORDS) writeonly buffer DispatchWords { uint dispatch_words[]; };

void writePass(const uint index, const uint groups) {
  const uint word = push.first_at_3 + 3u * index;
  const uint rows = gridRows(groups, MAX_GROUPS_X);
  dispatch_words[word] = gridColumns(groups, rows);
  dispatch_words[word + 1u] = rows;
  dispatch_words[word + 2u] = 1u;
}

// The global kernel with the fewest strides that are at least `wanted`, or with the most strides.
uvec2 globalKernel(const uint wanted) {
  uvec2 found = uvec2(0u);
#define CONSIDER(i)                                                               \
  {                                                                               \
    if (GLOBAL_##i##_LOG2 != 0u && (found.x == 0u || found.x < wanted)) {         \
      found = uvec2(R + i, GLOBAL_##i##_LOG2);                                    \
    }                                                                             \
  }
  CONSIDER(0) CONSIDER(1) CONSIDER(2) CONSIDER(3) CONSIDER(4) CONSIDER(5)
  return found;
}

// Sum of globalPasses() for 1 .. above.
uint globalPassesUpTo(const uint above) {
  const uint whole = above / LONGEST;
  return LONGEST * (whole * (whole + 1u) / 2u) + (above - whole * LONGEST) * (whole + 1u);
}

// Each stage has one merge in addition to its global passes.
uint passesBefore(const uint stage) {
  const uint stages = stage - 1u - SORTED_LOG2;
  return stages + globalPassesUpTo(stage - 1u - TILE_LOG2) - globalPassesUpTo(SORTED_LOG2 - TILE_LOG2);
}

void writeStage(const uint stage, const uint n) {
  const uint end = n == 0u ? 0u : stageEnd(n, stage);
  uint index = passesBefore(stage);
  uint top = stage;
  uint above = stage - MERGE_LOG2;
  uint passes = globalPasses(stage - TILE_LOG2, LONGEST);
  while (passes > 0u) {
    const uint rest = LONGEST * --passes;
    const uvec2 kernel = globalKernel(above > rest ? above - rest : 0u);
    top -= kernel.x;
    above -= min(above, kernel.x);
    writePass(index++, globalGroups(end, top, kernel.x, kernel.y));
  }
  writePass(index, ceilShift(end, max(top, SMALLEST_MERGE_LOG2)));
}

void main() {
  const uint capacity = push.count;
  const uint n = min(counts[push.first_at_2], capacity);
  const uint stage = gl_LocalInvocationIndex + 1u;
  const bool recorded = (capacity - 1u) >> (stage - 1u) != 0u;
  if (stage > SORTED_LOG2 && recorded) writeStage(stage, n);
}
