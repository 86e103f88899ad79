// The range that is sorted: bindings and bounded element access. Needs job.glsl and registers.glsl.

layout(std430, set = 0, binding = VKSORT_BINDING_KEYS) buffer Keys { uint keys[]; };
#ifdef PAIRS
layout(std430, set = 0, binding = VKSORT_BINDING_KEYS) buffer Pairs { uvec2 pairs[]; };  // or 64-bit keys, {low, high}
layout(std430, set = 0, binding = VKSORT_BINDING_VALUES) buffer Values { uint values[]; };

// Two words side by side: {key, value}, or the low and the high word of a key.
void loadPair(const uint r, const uint index) {
  const uvec2 pair = pairs[job.first_key + index];
  word0[r] = INTERLEAVED == 1u ? pair.x : pair.y;
  word1[r] = INTERLEAVED == 1u ? pair.y : pair.x;
}

void storePair(const uint r, const uint index) {
  pairs[job.first_key + index] = INTERLEAVED == 1u ? uvec2(word0[r], word1[r]) : uvec2(word1[r], word0[r]);
}

// The word in the range of values.
#ifdef TRIPLES
#define LAST_WORD word2
#else
#define LAST_WORD word1
#endif

void loadValue(const uint r, const uint index) {
  if (IOTA != 0u) {
    LAST_WORD[r] = index;
  } else {
    LAST_WORD[r] = values[job.first_value + index];
  }
}

void storeValue(const uint r, const uint index) {
  values[job.first_value + index] = LAST_WORD[r];
}
#endif

// The bits of the key of the range's element `index`, which must exist.
uint keyBits(const uint index) {
#ifdef HOOK
  // The host counts from the range's first element, and so does `index`, but in a list.
  return loadKey(LISTS != 0u ? index + (job.first_key - push.first_key) : index);
#else
  return keys[job.first_key + index];
#endif
}

// Register r <- the range's element `index`, which must exist.
void loadElement(const uint r, const uint index) {
#if defined(TRIPLES)
  loadPair(r, index);
  loadValue(r, index);
#elif defined(PAIRS)
  if (INTERLEAVED != 0u) {
    loadPair(r, index);
  } else {
    word0[r] = keyBits(index);
    loadValue(r, index);
  }
#else
  word0[r] = keyBits(index);
#endif
}

// The same for any index: past the count something is loaded that clearMissing() replaces. The index is clamped, not
// branched on, since a branch would wait for each load before it issues the next.
void loadClamped(const uint r, const uint index) {
  loadElement(r, min(index, job.readable - 1u));
}

// Past the count an element is the largest.
void clearMissing(const uint r, const uint index) {
  const bool exists = index < job.count;
  word0[r] = exists ? word0[r] : 0xffffffffu;
#ifdef PAIRS
  word1[r] = exists ? word1[r] : 0xffffffffu;
#endif
#ifdef TRIPLES
  word2[r] = exists ? word2[r] : 0xffffffffu;
#endif
}

#ifdef APART
#include "../rank/store.glsl"
#else
// The range's element `index`, which must exist, <- register r.
void storeElement(const uint r, const uint index) {
#if defined(TRIPLES)
  storePair(r, index);
  storeValue(r, index);
#elif defined(PAIRS)
  if (INTERLEAVED != 0u) {
    storePair(r, index);
  } else {
    keys[job.first_key + index] = word0[r];
    storeValue(r, index);
  }
#else
  keys[job.first_key + index] = word0[r];
#endif
}

// The same for any index: past the count nothing is written.
void storeExisting(const uint r, const uint index) {
  if (index < job.count) storeElement(r, index);
}
#endif

// All registers from the elements INDEX(r), and back; `all_exist` (`all_readable`) spares the bounds checks.
#define LOAD_ELEMENT(r) loadElement(r, INDEX(r));
#define LOAD_CLAMPED(r) loadClamped(r, INDEX(r));
#define CLEAR_MISSING(r) clearMissing(r, INDEX(r));
#define STORE_ELEMENT(r) storeElement(r, INDEX(r));
#define STORE_EXISTING(r) storeExisting(r, INDEX(r));
#define LOAD_ALL(all_readable)  \
  if (all_readable) {           \
    EACH_REGISTER(LOAD_ELEMENT) \
  } else {                      \
    EACH_REGISTER(LOAD_CLAMPED) \
  }
#define CLEAR_ALL(all_exist) if (!all_exist) { EACH_REGISTER(CLEAR_MISSING) }
#define STORE_ALL(all_exist)      \
  if (all_exist) {                \
    EACH_REGISTER(STORE_ELEMENT)  \
  } else {                        \
    EACH_REGISTER(STORE_EXISTING) \
  }
