// The sorting network, written once for all passes: registers, comparators and steps.
//
// An invocation holds 2^R elements in registers, at the index bits [w, w + R) of its workgroup's tile: the window at w.
// Strides inside the window cost comparators alone; other strides need a move to another window (window.glsl).
// Every merge stage of 2^k elements begins with a mirrored step, i against i ^ (2^k - 1), and goes on with plain
// strides, so that each comparator leaves the smaller element at the lower index: elements past the count behave as
// the largest key, never move below it, and need not exist.
// Register numbers are literals, not loop counters: drivers put a register array into memory as soon as one index is
// not known, and spirv-opt takes half a minute to unroll the loops.
//
// Source: K. Batcher, "Sorting networks and their applications", 1968, with mirrored first steps.

#ifndef R  // log2 of the elements per invocation: 2, 3 or 4
#ifdef PAIRS
#define R 3
#else
#define R 4
#endif
#endif

#define EACH_4(DO) DO(0) DO(1) DO(2) DO(3)
#define EACH_8(DO) EACH_4(DO) DO(4) DO(5) DO(6) DO(7)
#define EACH_2_PAIRS(DO, bit) DO(0, bit) DO(1, bit)
#define EACH_4_PAIRS(DO, bit) EACH_2_PAIRS(DO, bit) DO(2, bit) DO(3, bit)
#if R == 2
#define EACH_REGISTER(DO) EACH_4(DO)
#define EACH_PAIR(DO, bit) EACH_2_PAIRS(DO, bit)
#elif R == 3
#define EACH_REGISTER(DO) EACH_8(DO)
#define EACH_PAIR(DO, bit) EACH_4_PAIRS(DO, bit)
#else
#define EACH_REGISTER(DO) EACH_8(DO) DO(8) DO(9) DO(10) DO(11) DO(12) DO(13) DO(14) DO(15)
#define EACH_PAIR(DO, bit) EACH_4_PAIRS(DO, bit) DO(4, bit) DO(5, bit) DO(6, bit) DO(7, bit)
#endif
#define REGISTERS (1 << R)

// The words of an element, in the order in which they are compared.
//   PAIRS: key and value, or the high and the low word of a 64-bit key.
//   TRIPLES, which are PAIRS too: the high and the low word of a 64-bit key, and its value as an extra word.
uint key[REGISTERS];
#ifdef PAIRS
uint value[REGISTERS];
#endif

#ifdef TRIPLES
uint extra[REGISTERS];

// Is (ka, va, xa) after (kb, vb, xb)? As for pairs.
bool isAfter(const uint ka, const uint va, const uint xa, const uint kb, const uint vb, const uint xb) {
  const bool value_after = va > vb;
  const bool value_same = va == vb;
  const bool extra_after = xa > xb && TIES_BY_VALUE != 0u;
  const bool after_by_extra = value_same && extra_after;
  const bool later_words_after = value_after || after_by_extra;
  const bool after = ka > kb;
  const bool same = ka == kb;
  const bool after_by_later_words = same && later_words_after;
  return after || after_by_later_words;
}

#define EXCHANGE(i, j)                                                 \
  {                                                                    \
    const uint ka = key[i], va = value[i], kb = key[j], vb = value[j]; \
    const uint xa = extra[i], xb = extra[j];                           \
    const bool swap = isAfter(ka, va, xa, kb, vb, xb);                 \
    key[i] = swap ? kb : ka;                                           \
    key[j] = swap ? ka : kb;                                           \
    value[i] = swap ? vb : va;                                         \
    value[j] = swap ? va : vb;                                         \
    extra[i] = swap ? xb : xa;                                         \
    extra[j] = swap ? xa : xb;                                         \
  }
#elif defined(PAIRS)
// Is (ka, va) after (kb, vb)? Three comparisons that drivers chain into one predicate, without a branch.
bool isAfter(const uint ka, const uint va, const uint kb, const uint vb) {
  const bool after = ka > kb;
  const bool same = ka == kb;
  const bool value_after = va > vb && TIES_BY_VALUE != 0u;
  const bool after_by_value = same && value_after;
  return after || after_by_value;
}

#define EXCHANGE(i, j)                                             \
  {                                                                \
    const uint ka = key[i], va = value[i], kb = key[j], vb = value[j]; \
    const bool swap = isAfter(ka, va, kb, vb);                     \
    key[i] = swap ? kb : ka;                                       \
    key[j] = swap ? ka : kb;                                       \
    value[i] = swap ? vb : va;                                     \
    value[j] = swap ? va : vb;                                     \
  }
#else
#define EXCHANGE(i, j)                  \
  {                                     \
    const uint a = key[i], b = key[j];  \
    key[i] = min(a, b);                 \
    key[j] = max(a, b);                 \
  }
#endif

// The p-th register with bit `bit` clear, its partner in that bit, and its mirror in a block of 2^(bit + 1).
#define LOWER(p, bit) ((((p) >> (bit)) << ((bit) + 1)) | ((p) & ((1 << (bit)) - 1)))
#define PLAIN(p, bit) EXCHANGE(LOWER(p, bit), (LOWER(p, bit) ^ (1 << (bit))))
#define MIRROR(p, bit) EXCHANGE(LOWER(p, bit), (LOWER(p, bit) ^ ((2 << (bit)) - 1)))

void plainStep0() { EACH_PAIR(PLAIN, 0) }
void plainStep1() { EACH_PAIR(PLAIN, 1) }
void mirrorStep1() { EACH_PAIR(MIRROR, 1) }
#if R >= 3
void plainStep2() { EACH_PAIR(PLAIN, 2) }
void mirrorStep2() { EACH_PAIR(MIRROR, 2) }
#endif
#if R >= 4
void plainStep3() { EACH_PAIR(PLAIN, 3) }
void mirrorStep3() { EACH_PAIR(MIRROR, 3) }
#endif

// The window's highest stride, mirrored or plain; the others follow with plainSteps(R - 1).
#if R == 2
#define topMirrorStep mirrorStep1
#define topPlainStep plainStep1
#elif R == 3
#define topMirrorStep mirrorStep2
#define topPlainStep plainStep2
#else
#define topMirrorStep mirrorStep3
#define topPlainStep plainStep3
#endif

// The plain strides of the window's lowest `bits` register bits, highest first. `bits` folds to a literal.
void plainSteps(const uint bits) {
#if R >= 4
  if (bits > 3u) plainStep3();
#endif
#if R >= 3
  if (bits > 2u) plainStep2();
#endif
  if (bits > 1u) plainStep1();
  if (bits > 0u) plainStep0();
}

// Sorts the registers of each invocation.
void sortRegisters() {
  plainStep0();
  mirrorStep1();
  plainSteps(1u);
#if R >= 3
  mirrorStep2();
  plainSteps(2u);
#endif
#if R >= 4
  mirrorStep3();
  plainSteps(3u);
#endif
}
