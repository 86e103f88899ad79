// The words of elements in the range and in its copies; see interface.h. After common.glsl.
// -DVKSORT_ONE_WORD: a module of its own, which needs no payloads bound.

#ifdef VKSORT_ONE_WORD
const uint WORDS = 1u, STRIDE = 1u;
#else
layout(constant_id = VKSORT_RADIX_WORDS) const uint WORDS = 2;
layout(constant_id = VKSORT_RADIX_STRIDE) const uint STRIDE = 1;
layout(constant_id = VKSORT_RADIX_INDEX) const uint MAKES_INDICES = 0;
#endif

// A dispatch writes no element that it reads.
layout(std430, set = 0, binding = VKSORT_BINDING_KEYS) readonly buffer KeysIn { uint keys_in[]; };
layout(std430, set = 0, binding = VKSORT_BINDING_KEYS) writeonly buffer KeysOut { uint keys_out[]; };
layout(std430, set = 0, binding = VKSORT_BINDING_SCRATCH) readonly buffer CopyIn { uint copy_in[]; };
layout(std430, set = 0, binding = VKSORT_BINDING_SCRATCH) writeonly buffer CopyOut { uint copy_out[]; };
#ifndef VKSORT_ONE_WORD
layout(std430, set = 0, binding = VKSORT_BINDING_PAYLOAD) readonly buffer PayloadsIn { uint payloads_in[]; };
layout(std430, set = 0, binding = VKSORT_BINDING_PAYLOAD) writeonly buffer PayloadsOut { uint payloads_out[]; };
// Words 0 and 1 side by side are stored at once, which touches fewer lines of memory.
layout(std430, set = 0, binding = VKSORT_BINDING_KEYS) writeonly buffer PairsOut { uvec2 pairs_out[]; };
layout(std430, set = 0, binding = VKSORT_BINDING_SCRATCH) writeonly buffer CopiedPairsOut { uvec2 copied_pairs_out[]; };
#endif

// A loaded word's bits <-> its place in the order of that word.
uint flipOf(const uint word) { return word == 1u ? pass.flip_1 : 0u; }
uint orderOf(const uint word, const uint bits) {
  if ((pass.converts & VKSORT_CONVERT_LOADED) == 0u) return bits;
  return word == 0u ? orderFromBits(bits, push.mask, pass.flip_0, push.rotation) : bits ^ flipOf(word);
}
uint bitsOf(const uint word, const uint order) {
  if ((pass.converts & VKSORT_CONVERT_STORED) == 0u) return order;
  return word == 0u ? bitsFromOrder(order, push.mask, pass.flip_0, push.rotation) : order ^ flipOf(word);
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

// Past the last of n elements, the last one.
uint existingIndex(const uint index, const uint n) { return min(index, n - 1u); }

// The same of all elements of an invocation: `first`, and others `step` apart. No branch lies between the loads, so that
// all are on their way at once.
#define LOAD(into, word, first, step, n)                                                                   \
  if (pass.from != 0u) {                                                                                   \
    const uint copy = evenAt(pass.from);                                                                   \
    EACH_ELEMENT(i) into[i] = copy_in[copyIndex(copy, word, existingIndex(first + i * step, n))];          \
  } else if (WORDS == 1u || (word) < STRIDE) {                                                             \
    EACH_ELEMENT(i) into[i] = keys_in[rangeKeyIndex(word, existingIndex(first + i * step, n))];            \
  } else {                                                                                                 \
    EACH_ELEMENT(i) into[i] = payload(existingIndex(first + i * step, n));                                 \
  }
#define CONVERT(values, word) \
  if ((pass.converts & VKSORT_CONVERT_LOADED) != 0u) EACH_ELEMENT(i) values[i] = orderOf(word, values[i]);

// To the range, or to the copy at pass.to. Stores are predicated one by one, not branched around, so that none waits for
// the loads of the one before.
void storeWord(const uint word, const uint order, const uint index, const bool exists) {
  if (pass.to != 0u) {
    if (exists) copy_out[copyIndex(evenAt(pass.to), word, index)] = order;
    return;
  }
  const uint bits = bitsOf(word, order);
#ifndef VKSORT_ONE_WORD
  if (word >= STRIDE) {
    if (exists) payloads_out[push.first_payload + index] = bits;
    return;
  }
#endif
  if (exists) keys_out[rangeKeyIndex(word, index)] = bits;
}

#ifndef VKSORT_ONE_WORD
void storePair(const uvec2 order, const uint index, const bool exists) {
  if (pass.to != 0u) {
    if (exists) copied_pairs_out[(evenAt(pass.to) >> 1u) + index] = order;
  } else if (STRIDE == 2u) {
    if (exists) pairs_out[push.first_key + index] = uvec2(bitsOf(0u, order.x), bitsOf(1u, order.y));
  } else {
    storeWord(0u, order.x, index, exists);
    storeWord(1u, order.y, index, exists);
  }
}
#endif
