// Constants and buffers of all shaders of the radix sort, and where the words of elements are; see interface.h.

layout(local_size_x_id = VKSORT_RADIX_WORKGROUP) in;
layout(constant_id = VKSORT_RADIX_ELEMENTS) const uint ELEMENTS = 1;
layout(constant_id = VKSORT_RADIX_SUBGROUP_LOG2) const uint SUBGROUP_LOG2 = 2;
layout(constant_id = VKSORT_RADIX_OFFSETS) const uint OFFSETS = VKSORT_RADIX_LOOK_BACK;
#ifdef VKSORT_ONE_WORD  // a module of its own, which needs no payloads bound
const uint WORDS = 1u, STRIDE = 1u;
#else
layout(constant_id = VKSORT_RADIX_WORDS) const uint WORDS = 2;
layout(constant_id = VKSORT_RADIX_STRIDE) const uint STRIDE = 1;
layout(constant_id = VKSORT_RADIX_INDEX) const uint MAKES_INDICES = 0;
#endif

layout(push_constant, std430) uniform PushBlock { Push push; RadixPush pass; };
layout(std430, set = 0, binding = VKSORT_BINDING_COUNTS) readonly buffer Counts { uint counts[]; };
layout(std430, set = 0, binding = VKSORT_BINDING_SCRATCH) buffer Scratch { uint scratch[]; };
// A dispatch writes no element that it reads.
layout(std430, set = 0, binding = VKSORT_BINDING_KEYS) readonly buffer KeysIn { uint keys_in[]; };
layout(std430, set = 0, binding = VKSORT_BINDING_SCRATCH) readonly buffer CopyIn { uint copy_in[]; };
#ifndef VKSORT_ONE_WORD
layout(std430, set = 0, binding = VKSORT_BINDING_PAYLOAD) readonly buffer PayloadsIn { uint payloads_in[]; };
#endif

#include "../elements/key.glsl"

const uint DIGITS = VKSORT_RADIX_DIGITS;
const uint INVOCATIONS = gl_WorkGroupSize.x;

#define EACH_ELEMENT(i) [[unroll]] for (uint i = 0u; i < ELEMENTS; ++i)

uint elementCount() {
  uint n = push.count;
  if (push.is_indirect != 0u) n = min(counts[push.first_count], n);
  return n;
}

uint ceilOf(const uint n, const uint unit) { return n / unit + (n % unit != 0u ? 1u : 0u); }
uint tilesOf(const uint n) { return ceilOf(n, pass.tile); }

uint workgroup() { return gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x; }

// Word of the scratch memory, which begins at push.first_scratch.
uint at(const uint word) { return push.first_scratch + word; }

uint digitAt(const uint shift, const uint order) { return order >> shift & (DIGITS - 1u); }
uint digitOf(const uint order) { return digitAt(pass.shift, order); }  // of this pass

// The digits of a word belong to passes that follow each other, 8 bits apart.
struct WordDigits {
  uint first;  // pass
  uint shift;  // lowest bit of its digit
  uint count;
};
WordDigits digitsOf(const uint word) {
  const uint packed = word == 2u ? pass.digits_2 : pass.digits_01 >> 16u * word;
  return WordDigits(packed & 15u, packed >> 4u & 31u, packed >> 9u & 7u);
}

// Adds `digits` of the words in `orders` that exist to counters by pass and digit.
#define COUNT_DIGITS(COUNTER, digits, orders, EXISTS)                                          \
  EACH_ELEMENT(i) {                                                                            \
    if (!(EXISTS(i))) continue;                                                                \
    [[unroll]] for (uint d = 0u; d < 4u; ++d) {                                                \
      const uint digit = digitAt(min(digits.shift + 8u * d, 31u), orders[i]);                  \
      if (d < digits.count) atomicAdd(COUNTER((digits.first + d) * DIGITS + digit), 1u);       \
    }                                                                                          \
  }

// Index of word `word` of an element in the range: at the binding of keys if `word` is below STRIDE, else of payloads.
uint rangeKeyIndex(const uint word, const uint index) {
  return STRIDE == 3u ? push.first_key + index * 3u + word : (push.first_key + index) * STRIDE + word;
}

// Where a copy begins: at an even word of the binding.
uint evenAt(const uint copy) { return WORDS == 1u ? at(copy) : (at(copy) + 1u) & ~1u; }
// Index of that word in the copy that evenAt() gave.
uint copyIndex(const uint copy, const uint word, const uint index) {
  if (WORDS == 1u) return copy + index;
  return word < 2u ? copy + 2u * index + word : copy + 2u * push.count + index;
}

uint payload(const uint index) {
#ifdef VKSORT_ONE_WORD
  return 0u;
#else
  return MAKES_INDICES != 0u && pass.index == 0u ? index : payloads_in[push.first_payload + index];
#endif
}

// Word `word` of an element of the range, or of the copy at pass.from.
uint loadWord(const uint word, const uint index) {
  if (pass.from != 0u) return copy_in[copyIndex(evenAt(pass.from), word, index)];
  return word < STRIDE ? keys_in[rangeKeyIndex(word, index)] : payload(index);
}

// The same of all elements of an invocation. No branch lies between the loads, so that all are on their way at once.
#define LOAD(into, word, INDEX_OF)                                                    \
  if (pass.from != 0u) {                                                              \
    const uint copy = evenAt(pass.from);                                              \
    EACH_ELEMENT(i) into[i] = copy_in[copyIndex(copy, word, INDEX_OF(i))];            \
  } else if (WORDS == 1u || (word) < STRIDE) {                                        \
    EACH_ELEMENT(i) into[i] = keys_in[rangeKeyIndex(word, INDEX_OF(i))];              \
  } else {                                                                            \
    EACH_ELEMENT(i) into[i] = payload(INDEX_OF(i));                                   \
  }
#define CONVERT(values, word) \
  if ((pass.converts & VKSORT_CONVERT_LOADED) != 0u) EACH_ELEMENT(i) values[i] = orderOf(word, values[i]);

uint flipOf(const uint word) { return word == 1u ? pass.flip_1 : 0u; }

// A loaded word's bits <-> its place in the order of that word.
uint orderOf(const uint word, const uint bits) {
  if ((pass.converts & VKSORT_CONVERT_LOADED) == 0u) return bits;
  return word == 0u ? orderFromBits(bits, push.mask, pass.flip_0, push.rotation) : bits ^ flipOf(word);
}
uint bitsOf(const uint word, const uint order) {
  if ((pass.converts & VKSORT_CONVERT_STORED) == 0u) return order;
  return word == 0u ? bitsFromOrder(order, push.mask, pass.flip_0, push.rotation) : order ^ flipOf(word);
}
