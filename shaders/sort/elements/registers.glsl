// The elements that an invocation holds: 2^R of them.
// Register numbers are literals, not loop counters: drivers put a register array into memory as soon as one index is
// not known, and spirv-opt takes half a minute to unroll the loops.

// log2 of the elements per invocation: 2, 3 or 4
#if defined(VKSORT_R)
#define R VKSORT_R
#elif defined(VKSORT_PAIRS)
#define R 3
#else
#define R 4
#endif
#define REGISTERS (1 << R)

#define EACH_4(DO) DO(0) DO(1) DO(2) DO(3)
#define EACH_8(DO) EACH_4(DO) DO(4) DO(5) DO(6) DO(7)
#if R == 2
#define EACH_REGISTER(DO) EACH_4(DO)
#elif R == 3
#define EACH_REGISTER(DO) EACH_8(DO)
#else
#define EACH_REGISTER(DO) EACH_8(DO) DO(8) DO(9) DO(10) DO(11) DO(12) DO(13) DO(14) DO(15)
#endif

// The words of an element, in the order in which they are compared.
//   VKSORT_PAIRS: key and payload, or the high and the low word of a 64-bit key.
//   VKSORT_TRIPLES, which are VKSORT_PAIRS too: the high and the low word of a 64-bit key, and its payload.
uint word0[REGISTERS];
#ifdef VKSORT_PAIRS
uint word1[REGISTERS];
#endif
#ifdef VKSORT_TRIPLES
uint word2[REGISTERS];
#endif
