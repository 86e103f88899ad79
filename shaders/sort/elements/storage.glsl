// The range that is sorted: bindings and bounded element access. Needs job.glsl and registers.glsl.

layout(std430, set = 0, binding = VKSORT_BINDING_KEYS) buffer Keys { uint keys[]; };
#ifdef VKSORT_PAIRS
layout(std430, set = 0, binding = VKSORT_BINDING_KEYS) buffer Pairs { uvec2 pairs[]; };  // or 64-bit keys, {low, high}
layout(std430, set = 0, binding = VKSORT_BINDING_PAYLOAD) buffer Payloads { uint payloads[]; };

// Two words side by side: {key, payload}, or the low and the high word of a key.
void loadPair(const uint r, const uint index) {
  const uvec2 pair = pairs[job.first_key + index];
  word0[r] = INTERLEAVED == VKSORT_KEY_PAYLOAD ? pair.x : pair.y;
  word1[r] = INTERLEAVED == VKSORT_KEY_PAYLOAD ? pair.y : pair.x;
}

void storePair(const uint r, const uint index) {
  pairs[job.first_key + index] = INTERLEAVED == VKSORT_KEY_PAYLOAD ? uvec2(word0[r], word1[r]) : uvec2(word1[r], word0[r]);
}

#ifdef VKSORT_TRIPLES
#define LAST_WORD word2
#else
#define LAST_WORD word1
#endif

// The payload of the range's element `index`, which must exist.
uint loadPayload(const uint index) {
  if (INTERLEAVED == VKSORT_KEY_PAYLOAD) return pairs[job.first_key + index].y;
  if (INTERLEAVED == VKSORT_WIDE_PAYLOAD) return keys[job.first_key + 3u * index + 2u];
  return payloads[job.first_payload + index];
}

// The last word as a pass that begins a sort, or goes on with it, has it. 64-bit keys alone have no payload.
#define LOAD_LAST(r, index) LAST_WORD[r] = LAST_WORD_FROM == VKSORT_LAST_LOADED ? loadPayload(index) : index;
#endif

// The bits of the key of the range's element `index`, which must exist.
uint keyBits(const uint index) {
#ifdef VKSORT_GENERATES_KEYS
  // The host counts from the range's first element, and so does `index`, but in a segment.
  return loadKey(pass.segments != VKSORT_SEGMENTS_NONE ? index + (job.first_key - push.first_key) : index);
#else
  return keys[job.first_key + index];
#endif
}

// Register r <- the range's element `index`, which must exist.
void loadElement(const uint r, const uint index) {
#if defined(VKSORT_TRIPLES)
  if (INTERLEAVED == VKSORT_WIDE_PAYLOAD) {
    word1[r] = keys[job.first_key + 3u * index];
    word0[r] = keys[job.first_key + 3u * index + 1u];
  } else {
    loadPair(r, index);
  }
  LOAD_LAST(r, index)
#elif defined(VKSORT_PAIRS)
  if (INTERLEAVED != VKSORT_SPLIT) {
    loadPair(r, index);
    if (LAST_WORD_FROM != VKSORT_LAST_LOADED) word1[r] = index;
  } else {
    word0[r] = keyBits(index);
    LOAD_LAST(r, index)
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
#ifdef VKSORT_PAIRS
  word1[r] = exists ? word1[r] : 0xffffffffu;
#endif
#ifdef VKSORT_TRIPLES
  word2[r] = exists ? word2[r] : 0xffffffffu;
#endif
}

#ifdef VKSORT_TO_SCRATCH
#include "../rank/store.glsl"
#else
// The range's element `index`, which must exist, <- register r.
void storeElement(const uint r, const uint index) {
#if defined(VKSORT_TRIPLES)
  if (INTERLEAVED == VKSORT_WIDE_PAYLOAD) {
    keys[job.first_key + 3u * index] = word1[r];
    keys[job.first_key + 3u * index + 1u] = word0[r];
    keys[job.first_key + 3u * index + 2u] = word2[r];
  } else {
    storePair(r, index);
    payloads[job.first_payload + index] = word2[r];
  }
#elif defined(VKSORT_PAIRS)
  if (INTERLEAVED != VKSORT_SPLIT) {
    storePair(r, index);
  } else {
    keys[job.first_key + index] = word0[r];
    payloads[job.first_payload + index] = word1[r];
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

// Of a stable sort: the payloads by the indices that were sorted. All invocations that sort together load before one stores.
#ifdef VKSORT_PAIRS
#define GATHER(r) LAST_WORD[r] = loadPayload(min(LAST_WORD[r], job.readable - 1u));
#define GATHER_ALL(BARRIER)                             \
  if (LAST_WORD_FROM == VKSORT_LAST_GATHERED) {         \
    EACH_REGISTER(GATHER)                               \
    memoryBarrierBuffer();                              \
    BARRIER;                                            \
    memoryBarrierBuffer();                              \
  }
#else
#define GATHER_ALL(BARRIER)
#endif
