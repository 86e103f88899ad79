// Buffers, counts and keys of the shaders of a Toolkit; see interface.h.
#include "interface.h"

layout(local_size_x_id = VKSORT_TOOLKIT_WORKGROUP) in;
layout(push_constant, std430) uniform PushBlock { ToolkitPush push; };
layout(std430, set = 0, binding = VKSORT_TOOLKIT_BINDING_SOURCE) buffer Keys { uint keys[]; };
layout(std430, set = 0, binding = VKSORT_TOOLKIT_BINDING_TARGET) buffer Payloads { uint payloads[]; };
layout(std430, set = 0, binding = VKSORT_TOOLKIT_BINDING_COUNT_TARGET) buffer State { uint state[]; };
#if defined(VKSORT_SELECTS) || defined(VKSORT_CULLS)
#define VKSORT_WRITES_KEYS  // at the binding of counts, which are in the buffer of the state instead
layout(std430, set = 0, binding = VKSORT_TOOLKIT_BINDING_KEPT_KEYS) buffer Kept { uint kept_keys[]; };
#define TOOL_COUNTS state
#else
layout(std430, set = 0, binding = VKSORT_TOOLKIT_BINDING_COUNT) readonly buffer Counts { uint counts[]; };
#define TOOL_COUNTS counts
#endif
#ifdef VKSORT_SELECTS
const uint SELECT_WORDS = VKSORT_TOOLKIT_SELECT_WORDS;
#else
const uint SELECT_WORDS = 0u;
#endif
layout(std430, set = 0, binding = VKSORT_TOOLKIT_BINDING_SCRATCH) buffer Scratch { uint scratch[]; };

const uint INVOCATIONS = gl_WorkGroupSize.x;
const uint ROWS = VKSORT_TOOLKIT_ROWS;
const uint TILE = INVOCATIONS * ROWS;

uint workgroup() { return gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x; }

uint countAt(const uint word, const uint most) { return word != 0xffffffffu ? min(TOOL_COUNTS[word], most) : most; }
uint elementCount() { return countAt(push.first_n, push.count); }

uint ceilOf(const uint n, const uint unit) { return n / unit + (n % unit != 0u ? 1u : 0u); }

// In scratch memory: the number of elements that a tile keeps, and a word of its bits.
uint tileWord(const uint tile) { return push.first_scratch + SELECT_WORDS + tile; }
uint markWord(const uint tile, const uint t) { return tileWord(ceilOf(push.count, TILE)) + tile * INVOCATIONS + t; }

// By one invocation.
void writeCount(const uint kept, const uint n) {
  state[push.first_state] = kept;
  if (push.argument != 0xffffffffu) state[push.argument] = ceilOf(kept, push.per_workgroup);
  if (push.has_end != 0u) payloads[push.first_payload + kept] = n;
}

uint row_first = 0u;  // first element of the row that a select reads

// Where an element begins at the binding of keys.
uint wordOf(const uint index) { return push.first_key + index * push.stride; }
