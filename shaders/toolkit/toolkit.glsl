// Source, target and counts of the tools, see interface.h. VKSORT_PUSH is the struct of the push constants.
#include "interface.h"

layout(push_constant, std430) uniform PushBlock { VKSORT_PUSH push; };
layout(local_size_x_id = VKSORT_TOOLKIT_WORKGROUP) in;
layout(std430, set = 0, binding = VKSORT_TOOL_SOURCE) buffer Source { uint source[]; };
layout(std430, set = 0, binding = VKSORT_TOOL_TARGET) buffer Target { uint target[]; };
#if defined(VKSORT_SELECTS) || defined(VKSORT_CULLS)
#define VKSORT_KEEPS_KEYS  // this binding is used for the keys, so counts are read from the buffer of the count target
layout(std430, set = 0, binding = VKSORT_TOOL_COUNT_TARGET) readonly buffer Counts { uint counts[]; };
#else
layout(std430, set = 0, binding = VKSORT_TOOL_COUNT) readonly buffer Counts { uint counts[]; };
#endif

const uint INVOCATIONS = gl_WorkGroupSize.x;
const uint UNITS = VKSORT_TOOLKIT_UNITS;
#define EACH_UNIT(i) [[unroll]] for (uint i = 0u; i < UNITS; ++i)

uint workgroup() { return gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x; }

uint countAt(const uint word, const uint most) {
  return word != VKSORT_TOOL_NO_WORD ? min(counts[word], most) : most;
}
uint elementCount() { return countAt(push.source.count_word, push.source.max_count); }

uint ceilOf(const uint n, const uint unit) { return n / unit + (n % unit != 0u ? 1u : 0u); }

uint clamped(const uint index) { return min(index, push.source.max_count - 1u); }

// Word of the source where element `index` starts.
uint wordOf(const uint index) { return push.source.first_word + index * push.source.words_each; }
