// Loads, converts and stores the words of elements.
// -DVKSORT_ONE_WORD: a module for elements of one word, including narrow elements.

layout(constant_id = VKSORT_RADIX_MODE) const uint MODE = 0;
const bool MAKES_INDICES = (MODE & VKSORT_RADIX_MAKES_INDICES) != 0u;
const bool DISCARDS_KEYS = (MODE & VKSORT_RADIX_DISCARDS_KEYS) != 0u;
const bool NARROW = (MODE & VKSORT_RADIX_MOVES_NARROW) != 0u;
const bool LISTED = (MODE & VKSORT_RADIX_MOVES_LISTED) != 0u;
bool stores(const uint words) { return DISCARDS_KEYS && pass.stores == words; }

#ifdef VKSORT_ONE_WORD
const uint WORDS = 1u, STRIDE = 1u;
#else
layout(constant_id = VKSORT_RADIX_WORDS) const uint WORDS = 2;
layout(constant_id = VKSORT_RADIX_STRIDE) const uint STRIDE = 1;
#endif

// A dispatch never writes an element that it reads. Stores are coherent, because a tile that is out of order is stored
// a second time, by other invocations of the workgroup (move.glsl).
layout(std430, set = 0, binding = VKSORT_BINDING_KEYS) readonly buffer KeysIn { uint keys_in[]; };
layout(std430, set = 0, binding = VKSORT_BINDING_KEYS) coherent writeonly buffer KeysOut { uint keys_out[]; };
layout(std430, set = 0, binding = VKSORT_BINDING_SCRATCH) readonly buffer CopyIn { uint copy_in[]; };
layout(std430, set = 0, binding = VKSORT_BINDING_SCRATCH) coherent writeonly buffer CopyOut { uint copy_out[]; };
layout(std430, set = 0, binding = VKSORT_BINDING_PAYLOAD) coherent writeonly buffer PayloadsOut { uint payloads_out[]; };
#ifndef VKSORT_ONE_WORD
layout(std430, set = 0, binding = VKSORT_BINDING_PAYLOAD) readonly buffer PayloadsIn { uint payloads_in[]; };
// Storing words 0 and 1 together touches fewer cache lines.
layout(std430, set = 0, binding = VKSORT_BINDING_KEYS) coherent writeonly buffer PairsOut { uvec2 pairs_out[]; };
layout(std430, set = 0, binding = VKSORT_BINDING_SCRATCH) coherent writeonly buffer CopiedPairsOut { uvec2 copied_pairs_out[]; };
#endif

uint first_of_part = 0u;  // indices start at 0 in each part

// `copy` is 0 for the range.
struct Way { uint base, stride; };
Way wayOf(const uint copy, const uint word) {
  if (copy != 0u) {
    if (WORDS == 1u) return Way(at(copy), 1u);
    const uint even = (at(copy) + 1u) & ~1u;  // copies start at an even word of the binding
    return word < 2u ? Way(even + word, 2u) : Way(even + 2u * push.count, 1u);
  }
  if (word >= STRIDE) return Way(push.first_payload, 1u);
  return Way(STRIDE == 3u ? push.first_key + word : push.first_key * STRIDE + word, STRIDE);
}

#ifdef VKSORT_ONE_WORD
#define HAS_PAYLOADS(word) false
#define PAYLOAD(i) 0u
#define MAKES_INDEX(word) false
#else
#define HAS_PAYLOADS(word) ((word) >= STRIDE)
#define PAYLOAD(i) payloads_in[i]
#define MAKES_INDEX(word) (MAKES_INDICES && pass.index == 0u && (word) >= STRIDE)
#endif

// Clamped indices avoid branches, so all loads are in flight at the same time.
#define LOAD(into, word, first, step, n)                                                                          \
  {                                                                                                               \
    const Way way = MAKES_INDEX(word) ? Way(0u - first_of_part, 1u) : wayOf(pass.from, word);                     \
    EACH_ELEMENT(i) into[i] = way.base + min(first + i * step, n - 1u) * way.stride;                              \
    if (pass.from != 0u) {                                                                                        \
      EACH_ELEMENT(i) into[i] = copy_in[into[i]];                                                                 \
    } else if (!HAS_PAYLOADS(word)) {                                                                             \
      EACH_ELEMENT(i) into[i] = keys_in[into[i]];                                                                 \
    } else if (!MAKES_INDEX(word)) {                                                                              \
      EACH_ELEMENT(i) into[i] = PAYLOAD(into[i]);                                                                 \
    }                                                                                                             \
  }

// Neutral values avoid branches, which would cost compile time.
struct WordOrder { uint mask, flip, rotation; };
WordOrder wordOrder(const uint word, const uint flag) {
  if ((pass.converts & flag) == 0u) return WordOrder(0u, 0u, 0u);
  return word == 0u ? WordOrder(push.mask, pass.flip_0, push.rotation) : WordOrder(0u, word == 1u ? pass.flip_1 : 0u, 0u);
}
uint orderOf(const uint bits, const WordOrder of) { return orderFromBits(bits, of.mask, of.flip, of.rotation); }
#define CONVERT_LOADED(values, word)                                    \
  {                                                                     \
    if ((pass.converts & VKSORT_CONVERT_LOADED) != 0u) {                \
      const WordOrder order = wordOrder(word, VKSORT_CONVERT_LOADED);   \
      EACH_ELEMENT(i) values[i] = orderOf(values[i], order);            \
    }                                                                   \
  }

#ifdef VKSORT_ONE_WORD
// A narrow kernel that runs the first pass moves these words, see VKSORT_RADIX_TILE_INDEX_BITS.
uint packForTile(const uint order, const uint index_in_tile) {
  return order >> pass.key_shift << VKSORT_RADIX_TILE_INDEX_BITS | index_in_tile;
}

uint narrowFromTile(const uint word) {
  const uint digit = word >> (VKSORT_RADIX_TILE_INDEX_BITS + VKSORT_RADIX_DIGIT_BITS);
  const uint index = workgroup() * (INVOCATIONS * ELEMENTS) + (word & ((1u << VKSORT_RADIX_TILE_INDEX_BITS) - 1u));
  return digit << pass.index_bits | index;
}
#endif

uint loadOrder(const uint word, const uint index) {
  const Way way = wayOf(pass.from, word);
  const uint i = way.base + index * way.stride;
  uint bits = index;
  if (pass.from != 0u) {
    bits = copy_in[i];
  } else if (!HAS_PAYLOADS(word)) {
    bits = keys_in[i];
  } else if (!MAKES_INDEX(word)) {
    bits = PAYLOAD(i);
  } else {
    bits = index - first_of_part;
  }
  const uint order = orderOf(bits, wordOrder(word, VKSORT_CONVERT_LOADED));
#ifdef VKSORT_ONE_WORD
  if (NARROW && pass.index == 0u) return packForTile(order, 0u);
#endif
  return order;
}

// Each store has its own predicate instead of a common branch, so that none waits for the loads of the one before.
void storeElement(const uvec3 order, const uint index, const bool exists) {
  const WordOrder first = wordOrder(0u, VKSORT_CONVERT_STORED);
  const uvec3 bits = uvec3(bitsFromOrder(order.x, first.mask, first.flip, first.rotation),
                           order.y ^ wordOrder(1u, VKSORT_CONVERT_STORED).flip, order.z);
  const Way way = wayOf(pass.to, 0u);
  const uint to = way.base + index * way.stride;
#ifdef VKSORT_ONE_WORD
  if (NARROW && pass.to == 0u) {
    if (exists) payloads_out[push.first_payload + index] = order.x & ((1u << pass.index_bits) - 1u);
  } else if (pass.to != 0u) {
    if (exists) copy_out[to] = NARROW ? narrowFromTile(order.x) : bits.x;
  } else {
    if (exists) keys_out[to] = bits.x;
  }
#else
  const uint third = WORDS == 3u ? wayOf(pass.to, 2u).base : 0u;
  const bool narrows = stores(VKSORT_RADIX_STORE_NARROW), keeps_key = !stores(VKSORT_RADIX_STORE_PAYLOADS);
  const uvec2 pair = WORDS == 3u && narrows ? order.yz : bits.xy;
  if (WORDS == 2u && narrows) {
    const uint narrow = order.x >> pass.key_shift << pass.index_bits | order.y;
    if (pass.to != 0u) {
      if (exists) copy_out[at(pass.to) + index] = narrow;
    } else {
      if (exists) keys_out[push.first_key + index] = narrow;
    }
  } else if (pass.to != 0u) {
    if (exists) copied_pairs_out[to >> 1u] = pair;
    if (WORDS == 3u && exists && !narrows) copy_out[third + index] = bits.z;
  } else if (STRIDE == 2u) {
    if (exists && keeps_key) pairs_out[to >> 1u] = pair;
    if (WORDS == 3u && exists && !narrows) payloads_out[third + index] = bits.z;
    if (NARROW && exists && !keeps_key) payloads_out[push.first_payload + index] = bits.y;
  } else {
    if (exists && keeps_key) keys_out[to] = bits.x;
    if (STRIDE == 1u && exists) payloads_out[push.first_payload + index] = bits.y;
    if (STRIDE == 3u && exists) keys_out[to + 1u] = bits.y;
    if (STRIDE == 3u && exists) keys_out[to + 2u] = bits.z;
  }
#endif
}
