// The range that is sorted: push constants, bindings, and bounded element access. Needs network.glsl.

layout(push_constant, std430) uniform PushBlock { Push push; };

layout(std430, set = 0, binding = VKSORT_BINDING_KEYS) buffer Keys { uint keys[]; };
#ifdef PAIRS
layout(std430, set = 0, binding = VKSORT_BINDING_KEYS) buffer Pairs { uvec2 pairs[]; };  // or 64-bit keys, {low, high}
layout(std430, set = 0, binding = VKSORT_BINDING_VALUES) buffer Values { uint values[]; };
#endif

// Register r <- the range's element `index`, which must exist.
void loadElement(const uint r, const uint index) {
#ifdef PAIRS
  if (INTERLEAVED != 0u) {
    const uvec2 pair = pairs[push.first_key + index];
    key[r] = INTERLEAVED == 1u ? pair.x : pair.y;
    value[r] = INTERLEAVED == 1u ? pair.y : pair.x;
  } else {
    key[r] = keys[push.first_key + index];
    if (IOTA != 0u) {
      value[r] = index;
    } else {
      value[r] = values[push.first_value + index];
    }
  }
#else
  key[r] = keys[push.first_key + index];
#endif
}

// The same for any index: past the count something is loaded that clearMissing() replaces. The index is clamped, not
// branched on, since a branch would wait for each load before it issues the next.
void loadClamped(const uint r, const uint index) {
  loadElement(r, min(index, push.count - 1u));
}

// Past the count an element is the largest.
void clearMissing(const uint r, const uint index) {
  const bool exists = index < push.count;
  key[r] = exists ? key[r] : 0xffffffffu;
#ifdef PAIRS
  value[r] = exists ? value[r] : 0xffffffffu;
#endif
}

// The range's element `index`, which must exist, <- register r.
void storeElement(const uint r, const uint index) {
#ifdef PAIRS
  if (INTERLEAVED != 0u) {
    pairs[push.first_key + index] = INTERLEAVED == 1u ? uvec2(key[r], value[r]) : uvec2(value[r], key[r]);
  } else {
    keys[push.first_key + index] = key[r];
    values[push.first_value + index] = value[r];
  }
#else
  keys[push.first_key + index] = key[r];
#endif
}

// The same for any index: past the count nothing is written.
void storeExisting(const uint r, const uint index) {
  if (index < push.count) storeElement(r, index);
}

// All registers from the elements INDEX(r), and back; `all_exist` spares the bounds checks.
#define LOAD_ELEMENT(r) loadElement(r, INDEX(r));
#define LOAD_CLAMPED(r) loadClamped(r, INDEX(r));
#define CLEAR_MISSING(r) clearMissing(r, INDEX(r));
#define STORE_ELEMENT(r) storeElement(r, INDEX(r));
#define STORE_EXISTING(r) storeExisting(r, INDEX(r));
#define LOAD_ALL(all_exist)         \
  if (all_exist) {                  \
    EACH_REGISTER(LOAD_ELEMENT)     \
  } else {                          \
    EACH_REGISTER(LOAD_CLAMPED)     \
  }
#define CLEAR_ALL(all_exist) if (!all_exist) { EACH_REGISTER(CLEAR_MISSING) }
#define STORE_ALL(all_exist)        \
  if (all_exist) {                  \
    EACH_REGISTER(STORE_ELEMENT)    \
  } else {                          \
    EACH_REGISTER(STORE_EXISTING)   \
  }

// Workgroup number in a grid that the host may have folded into two dimensions.
uint workgroup() {
  return gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
}
