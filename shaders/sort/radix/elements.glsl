// What a workgroup of the radix sort is about: elements of the range or of a copy, and the scratch memory. A dispatch
// never reads what it writes, but for states, and values where runs of equal keys are put in order.

layout(local_size_x_id = VKSORT_RADIX_WORKGROUP) in;
layout(constant_id = VKSORT_RADIX_ELEMENTS) const uint ELEMENTS = 1;
layout(constant_id = VKSORT_RADIX_SUBGROUP_LOG2) const uint SUBGROUP_LOG2 = 2;
layout(constant_id = VKSORT_RADIX_ROTATION) const uint ROTATION = 0;
layout(constant_id = VKSORT_RADIX_INTERLEAVED) const uint INTERLEAVED = 0;
layout(constant_id = VKSORT_RADIX_DEVICE_COUNT) const uint DEVICE_COUNT = 0;
layout(constant_id = VKSORT_RADIX_OFFSETS) const uint OFFSETS = VKSORT_RADIX_BY_LOOK_BACK;
layout(constant_id = VKSORT_RADIX_BY_VALUE) const uint BY_VALUE = 0;
layout(constant_id = VKSORT_RADIX_TILE) const uint TILE = 1;

layout(push_constant, std430) uniform PushBlock { Push push; RadixPush pass; };
layout(std430, set = 0, binding = VKSORT_BINDING_COUNTS) readonly buffer Counts { uint counts[]; };
layout(std430, set = 0, binding = VKSORT_BINDING_SCRATCH) buffer Scratch { uint scratch[]; };

const uint DIGITS = VKSORT_RADIX_DIGITS;
const uint INVOCATIONS = gl_WorkGroupSize.x;

#define EACH_ELEMENT(i) [[unroll]] for (uint i = 0u; i < ELEMENTS; ++i)

uint elementCount() {
  return DEVICE_COUNT != 0u ? min(counts[push.first_count], push.count) : push.count;
}

uint ceilOf(const uint n, const uint unit) { return n / unit + (n % unit != 0u ? 1u : 0u); }

uint tilesOf(const uint n) { return ceilOf(n, TILE); }

uint workgroup() { return gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x; }

// Of a value where the pass is by value.
uint digitOf(const uint key) { return ((BY_VALUE != 0u ? key ^ pass.value_flip : key) >> pass.shift) & (DIGITS - 1u); }

// The digit of a pass so many later.
uint laterDigitOf(const uint key, const uint later) { return (key >> min(pass.shift + 8u * later, 31u)) & (DIGITS - 1u); }

// Words that are known of a unit of elements.
const uint UNIT_WORDS = BY_VALUE != 0u ? uint(VKSORT_RADIX_UNIT_WORDS_BY_VALUE) : uint(VKSORT_RADIX_UNIT_WORDS);

// Word of the scratch memory, which begins at push.first_scratch.
uint at(const uint word) { return push.first_scratch + word; }
// Pair of words, from the first on that begins at the word or behind it.
uint pairAt(const uint word) { return (at(word) + 1u) >> 1u; }

// Word of the range's keys where an element's key is, and, if they are interleaved, its value.
uint keyWord(const uint index) {
  return INTERLEAVED == 0u ? push.first_key + index : (push.first_key + index) << 1u | INTERLEAVED >> 1u;
}
uint interleavedWord(const uint index) { return keyWord(index) ^ 1u; }
