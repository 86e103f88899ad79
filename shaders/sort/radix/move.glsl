// What a pass loads, and where it stores elements: in the range, or in a copy.

layout(constant_id = VKSORT_RADIX_IOTA) const uint IOTA = 0;

layout(std430, set = 0, binding = VKSORT_BINDING_KEYS) readonly buffer KeysIn { uint keys_in[]; };
layout(std430, set = 0, binding = VKSORT_BINDING_SCRATCH) readonly buffer CopyIn { uint copy_in[]; };
layout(std430, set = 0, binding = VKSORT_BINDING_KEYS) writeonly buffer KeysOut { uint keys_out[]; };
#ifdef PAIRS
layout(std430, set = 0, binding = VKSORT_BINDING_VALUES) readonly buffer ValuesIn { uint values_in[]; };
layout(std430, set = 0, binding = VKSORT_BINDING_VALUES) writeonly buffer ValuesOut { uint values_out[]; };
// Two words side by side are loaded and stored at once: half of the stores, and fewer lines of memory touched.
layout(std430, set = 0, binding = VKSORT_BINDING_KEYS) readonly buffer PairsIn { uvec2 pairs_in[]; };
layout(std430, set = 0, binding = VKSORT_BINDING_KEYS) writeonly buffer PairsOut { uvec2 pairs_out[]; };
layout(std430, set = 0, binding = VKSORT_BINDING_SCRATCH) readonly buffer CopiedPairsIn { uvec2 copied_pairs_in[]; };
layout(std430, set = 0, binding = VKSORT_BINDING_SCRATCH) writeonly buffer CopiedPairsOut { uvec2 copied_pairs_out[]; };
#define OF_VALUES (BY_VALUE != 0u && pass.index < pass.value_passes)
#define COPIED(word) pairAt(word)
#else
layout(std430, set = 0, binding = VKSORT_BINDING_SCRATCH) writeonly buffer CopyOut { uint copy_out[]; };
#define OF_VALUES false
#define COPIED(word) at(word)
#endif

// Where elements come from and go: the range, or a copy. What counts the others goes from the range to a copy.
#define FROM_RANGE (COUNTS_OTHERS || pass.from == 0u)
#define TO_RANGE (!COUNTS_OTHERS && pass.to == 0u)

// An element's key or value as it is in the range, or in a copy.
uint wordOfRange(const uint index, const bool value) {
#ifdef PAIRS
  if (value && IOTA != 0u && pass.index == 0u) return index;
  if (value) return INTERLEAVED != 0u ? keys_in[interleavedWord(index)] : values_in[push.first_value + index];
#endif
  return keys_in[keyWord(index)];
}

// `from`: where the copy begins, in elements.
uint wordOfCopy(const uint from, const uint index, const bool value) {
#ifdef PAIRS
  return copy_in[2u * (from + index) + (value ? 1u : 0u)];
#else
  return copy_in[from + index];
#endif
}

#ifdef PAIRS
uvec2 pairOfRange(const uint index) {
  if (INTERLEAVED == 0u) return uvec2(wordOfRange(index, false), wordOfRange(index, true));
  const uvec2 pair = pairs_in[push.first_key + index];
  return INTERLEAVED == 1u ? pair : pair.yx;
}
#endif

// Where elements go.
struct Target {
  uint first;     // of them, in the range or the copy
  uint count;     // that the tile has
  bool converts;  // keys to what they were
};

Target targetOf(const uint count) {
  return Target(TO_RANGE ? push.first_key : COPIED(pass.to), count, pass.store_flip != 0u);
}

// The element with that place in the tile, to its place among all. `other`: its value, or in a pass by value its key;
// of keys alone nothing.
// Stores are predicated one by one, not branched around, so that none waits for the loads of the one before.
void move(const Target to, const uint in_tile, const uint key, const uint other) {
  const uint index = offsets[digitOf(key)] + in_tile;
  const bool exists = in_tile < to.count;
#ifdef PAIRS
  if (!TO_RANGE) {
    if (exists) copied_pairs_out[to.first + index] = OF_VALUES ? uvec2(other, key) : uvec2(key, other);
  } else {
    const uint bits = to.converts ? bitsFromOrder(key, pass.store_mask, pass.store_flip) : key;
    const uvec2 pair = OF_VALUES ? uvec2(other, bits) : uvec2(bits, other);
    if (INTERLEAVED != 0u) {
      if (exists) pairs_out[to.first + index] = INTERLEAVED == 1u ? pair : pair.yx;
    } else {
      if (exists) keys_out[to.first + index] = pair.x;
      if (exists) values_out[push.first_value + index] = pair.y;
    }
  }
#else
  if (!TO_RANGE) {
    if (exists) copy_out[to.first + index] = key;
  } else {
    const uint bits = to.converts ? bitsFromOrder(key, pass.store_mask, pass.store_flip) : key;
    if (exists) keys_out[to.first + index] = bits;
  }
#endif
  if (COUNTS_NEXT && pass.index + 1u < pass.passes) {
    const uint next = laterDigitOf(key, 1u);
    if (exists) atomicAdd(scratch[rowFor(pass.index + 1u, index / TILE) + wordOf(next)], oneOf(next));
  }
}
