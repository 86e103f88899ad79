// Keys are compared as unsigned integers. A sort converts them after its first load and back before its last store.
// Used after storage.glsl.
//   mask: 0x7fffffff for f32 (a negative float's magnitude bits turn round), else 0.
//   flip: the bits to complement: 0x80000000 for i32 and f32, 0 for u32, all 32 complemented for a descending order.
//   ROTATION: how many orders go from the front to the end: the NaN that come first, if all NaN are to be last.

uint orderFromBits(const uint bits, const uint mask, const uint flip) {
  return (bits ^ (uint(int(bits) >> 31) & mask) ^ flip) - ROTATION;
}

uint bitsFromOrder(const uint order, const uint mask, const uint flip) {
  const uint bits = (order + ROTATION) ^ flip;  // the mask spares the sign bit, so the sign is already right
  return bits ^ (uint(int(bits) >> 31) & mask);
}

// The words behind the first, of which the order has parts too: the low word of a 64-bit key, and the value where Ties
// say so.
#if defined(TRIPLES)
#define FLIP_LATER_WORDS(r) word1[r] ^= SECOND_FLIP; word2[r] ^= THIRD_FLIP;
#elif defined(PAIRS)
#define FLIP_LATER_WORDS(r) word1[r] ^= SECOND_FLIP;
#else
#define FLIP_LATER_WORDS(r)
#endif

// All elements, unless the order is that of the bits; flip is 0 nowhere else.
#define ORDER_FROM_BITS(r) word0[r] = orderFromBits(word0[r], pass.load_mask, pass.load_flip); FLIP_LATER_WORDS(r)
#define BITS_FROM_ORDER(r) word0[r] = bitsFromOrder(word0[r], pass.store_mask, pass.store_flip); FLIP_LATER_WORDS(r)
#define CONVERT_LOADED if (pass.load_flip != 0u) { EACH_REGISTER(ORDER_FROM_BITS) }
#define CONVERT_STORED if (pass.store_flip != 0u && isLastPass()) { EACH_REGISTER(BITS_FROM_ORDER) }
