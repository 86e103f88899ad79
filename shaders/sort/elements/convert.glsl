// Conversions of the elements in registers. Used after storage.glsl and key.glsl.

// The low word of a 64-bit key is the second word.
#ifdef VKSORT_PAIRS
#define FLIP_LOW_WORD(r) word1[r] ^= push.low_flip;
#else
#define FLIP_LOW_WORD(r)
#endif
#define ORDER_FROM_BITS(r) word0[r] = orderFromBits(word0[r], push.mask, push.flip, push.rotation); FLIP_LOW_WORD(r)
#define BITS_FROM_ORDER(r) word0[r] = bitsFromOrder(word0[r], push.mask, push.flip, push.rotation); FLIP_LOW_WORD(r)
#define CONVERT_LOADED if ((pass.converts & VKSORT_CONVERT_LOADED) != 0u) { EACH_REGISTER(ORDER_FROM_BITS) }
#define CONVERT_STORED if ((pass.converts & VKSORT_CONVERT_STORED) != 0u && isLastPass()) { EACH_REGISTER(BITS_FROM_ORDER) }
