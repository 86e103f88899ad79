// Bounded and converted access to the range. Include job.glsl and element.glsl first.

layout(std430, set = 0, binding = VKSORT_BINDING_KEYS) buffer Keys { uint keys[]; };
#ifdef VKSORT_PAIRS
layout(std430, set = 0, binding = VKSORT_BINDING_KEYS) buffer Pairs { uvec2 pairs[]; };  // or 64-bit keys, {low, high}
layout(std430, set = 0, binding = VKSORT_BINDING_PAYLOAD) buffer Payloads { uint payloads[]; };

// Words 0 and 1 of an element from two adjacent words in memory, or back.
uvec2 ordered(const uvec2 pair) {
  return uvec2(INTERLEAVED == VKSORT_KEY_PAYLOAD ? pair.x : pair.y, INTERLEAVED == VKSORT_KEY_PAYLOAD ? pair.y : pair.x);
}

#ifdef VKSORT_TRIPLES
#define LAST_WORD word2
#else
#define LAST_WORD word1
#endif

// `index` must exist.
uint loadPayload(const uint index) {
  if (INTERLEAVED == VKSORT_KEY_PAYLOAD) return pairs[job.first_key + index].y;
  if (INTERLEAVED == VKSORT_WIDE_PAYLOAD) return keys[job.first_key + 3u * index + 2u];
  return payloads[job.first_payload + index];
}
#endif

// If gather.comp stores indices, they are loaded like payloads.
bool loadsLastWord() {
  return LAST_WORD_FROM == VKSORT_LAST_LOADED || (LAST_WORD_FROM == VKSORT_LAST_GATHERED && pass.gathers == 0u);
}

// `index` must exist.
Element loadElement(const uint index) {
  Element loaded;
#if defined(VKSORT_TRIPLES)
  if (INTERLEAVED == VKSORT_WIDE_PAYLOAD) {
    loaded.word1 = keys[job.first_key + 3u * index];
    loaded.word0 = keys[job.first_key + 3u * index + 1u];
  } else {
    const uvec2 pair = ordered(pairs[job.first_key + index]);
    loaded.word0 = pair.x;
    loaded.word1 = pair.y;
  }
  loaded.word2 = loadsLastWord() ? loadPayload(index) : index;
#elif defined(VKSORT_PAIRS)
  if (INTERLEAVED != VKSORT_SPLIT) {
    const uvec2 pair = ordered(pairs[job.first_key + index]);
    loaded.word0 = pair.x;
    loaded.word1 = loadsLastWord() ? pair.y : index;
  } else {
    loaded.word0 = keys[job.first_key + index];
    loaded.word1 = loadsLastWord() ? loadPayload(index) : index;
  }
#else
  loaded.word0 = keys[job.first_key + index];
#endif
  return loaded;
}

// Clamping avoids a branch, which would make each load wait for the one before. existing() replaces the extra elements.
Element loadClamped(const uint index) { return loadElement(min(index, job.readable - 1u)); }

// Elements past the count become the largest element.
Element existing(const Element loaded, const uint index) {
  const bool exists = index < job.count;
  return chosen(exists, loaded, LARGEST_ELEMENT);
}

#ifdef VKSORT_TO_SCRATCH
#include "../rank/copy.glsl"

layout(std430, set = 0, binding = VKSORT_BINDING_SCRATCH) writeonly buffer Scratch { uint scratch[]; };

// The copy of rank merge contains whole tiles, so no bound is needed.
void storeElement(const Element stored, const uint index) {
  scratch[copiedWord(0u, index)] = stored.word0;
#ifdef VKSORT_PAIRS
  scratch[copiedWord(1u, index)] = stored.word1;
#endif
  const uint last = (1u << VKSORT_RANK_SAMPLE_LOG2) - 1u;
  if ((index & last) == last) scratch[sampleWord(index >> VKSORT_RANK_SAMPLE_LOG2)] = stored.word0;
}
void storeExisting(const Element stored, const uint index) { storeElement(stored, index); }
#else
// `index` must exist.
void storeElement(const Element stored, const uint index) {
#if defined(VKSORT_TRIPLES)
  if (INTERLEAVED == VKSORT_WIDE_PAYLOAD) {
    keys[job.first_key + 3u * index] = stored.word1;
    keys[job.first_key + 3u * index + 1u] = stored.word0;
    keys[job.first_key + 3u * index + 2u] = stored.word2;
  } else {
    pairs[job.first_key + index] = ordered(uvec2(stored.word0, stored.word1));
    payloads[job.first_payload + index] = stored.word2;
  }
#elif defined(VKSORT_PAIRS)
  if (INTERLEAVED != VKSORT_SPLIT) {
    pairs[job.first_key + index] = ordered(uvec2(stored.word0, stored.word1));
  } else {
    keys[job.first_key + index] = stored.word0;
    payloads[job.first_payload + index] = stored.word1;
  }
#else
  keys[job.first_key + index] = stored.word0;
#endif
}

void storeExisting(const Element stored, const uint index) {
  if (index < job.count) storeElement(stored, index);
}
#endif

// If all elements exist, bounds checks are skipped, which makes global passes faster.
#define LOAD_ELEMENT(r) element[r] = loadElement(INDEX(r));
#define LOAD_CLAMPED(r) element[r] = loadClamped(INDEX(r));
#define CLEAR_MISSING(r) element[r] = existing(element[r], INDEX(r));
#define STORE_ELEMENT(r) storeElement(element[r], INDEX(r));
#define STORE_EXISTING(r) storeExisting(element[r], INDEX(r));
#define LOAD_ALL(readable) { if (readable) { EACH_REGISTER(LOAD_ELEMENT) } else { EACH_REGISTER(LOAD_CLAMPED) } }
#define CLEAR_ALL(all_exist) { if (!all_exist) { EACH_REGISTER(CLEAR_MISSING) } }
#define STORE_ALL(all_exist) { if (all_exist) { EACH_REGISTER(STORE_ELEMENT) } else { EACH_REGISTER(STORE_EXISTING) } }

#ifdef VKSORT_PAIRS
#define FLIP_LOW_WORD(r) element[r].word1 ^= low_flip;
#else
#define FLIP_LOW_WORD(r)
#endif
#define ORDER_FROM_BITS(r) element[r].word0 = orderFromBits(element[r].word0, mask, flip, rotation); FLIP_LOW_WORD(r)
#define BITS_FROM_ORDER(r) element[r].word0 = bitsFromOrder(element[r].word0, mask, flip, rotation); FLIP_LOW_WORD(r)
// If no conversion is needed, neutral constants avoid a branch.
#define CONVERT(needed, DO)                                                                     \
  {                                                                                             \
    const uint bits = needed ? 0xffffffffu : 0u;                                                \
    const uint mask = push.mask & bits, flip = push.flip & bits, rotation = push.rotation & bits; \
    const uint low_flip = push.low_flip & bits;                                                 \
    EACH_REGISTER(DO)                                                                           \
  }
void convertLoaded() { CONVERT((pass.converts & VKSORT_CONVERT_LOADED) != 0u, ORDER_FROM_BITS) }
void convertStored() { CONVERT((pass.converts & VKSORT_CONVERT_STORED) != 0u && isLastPass(), BITS_FROM_ORDER) }

// The barrier ensures that all payloads are loaded before the first one is overwritten.
void gatherPayloads() {
#ifdef VKSORT_PAIRS
#define GATHER(r) element[r].LAST_WORD = loadPayload(min(element[r].LAST_WORD, job.readable - 1u));
  if (LAST_WORD_FROM == VKSORT_LAST_GATHERED && pass.gathers != 0u) {
    if (hasElements()) { EACH_REGISTER(GATHER) }
    memoryBarrierBuffer();
    barrier();
    memoryBarrierBuffer();
  }
#endif
}
