// The comparators and steps of the sorting network, shared by all passes.
//
// An invocation holds 2^R elements in registers, at the index bits [w, w + R) of its workgroup's tile: the window at w.
// Strides inside the window only need comparators. For other strides, elements move to another window (window.glsl).
// Every merge stage of 2^k elements starts with a mirrored step, i against i ^ (2^k - 1), followed by plain strides.
// Each comparator therefore leaves the smaller element at the lower index, so elements past the count, which act as the
// largest key, never move below it and need not exist.
//
// Source: K. Batcher, "Sorting networks and their applications", 1968, with mirrored first steps.

#include "../elements/element.glsl"

#define EACH_2_PAIRS(DO, bit) DO(0, bit) DO(1, bit)
#define EACH_4_PAIRS(DO, bit) EACH_2_PAIRS(DO, bit) DO(2, bit) DO(3, bit)
#if R == 2
#define EACH_PAIR(DO, bit) EACH_2_PAIRS(DO, bit)
#elif R == 3
#define EACH_PAIR(DO, bit) EACH_4_PAIRS(DO, bit)
#else
#define EACH_PAIR(DO, bit) EACH_4_PAIRS(DO, bit) DO(4, bit) DO(5, bit) DO(6, bit) DO(7, bit)
#endif

#ifdef VKSORT_PAIRS
#define COMPARE_EXCHANGE(i, j)                        \
  {                                                   \
    const Element a = element[i], b = element[j];     \
    const bool swap = isAfter(a, b);                  \
    element[i] = chosen(swap, b, a);                  \
    element[j] = chosen(swap, a, b);                  \
  }
#else
#define COMPARE_EXCHANGE(i, j)                                    \
  {                                                               \
    const uint a = element[i].word0, b = element[j].word0;        \
    element[i].word0 = min(a, b);                                 \
    element[j].word0 = max(a, b);                                 \
  }
#endif

// The p-th register with bit `bit` clear, its partner in that bit, and its mirror in a block of 2^(bit + 1).
#define LOWER(p, bit) ((((p) >> (bit)) << ((bit) + 1)) | ((p) & ((1 << (bit)) - 1)))
#define PLAIN(p, bit) COMPARE_EXCHANGE(LOWER(p, bit), (LOWER(p, bit) ^ (1 << (bit))))
#define MIRROR(p, bit) COMPARE_EXCHANGE(LOWER(p, bit), (LOWER(p, bit) ^ ((2 << (bit)) - 1)))

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

// The highest stride of the window. plainSteps(R - 1) adds the others.
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

// Highest first. Except with VKSORT_COMPACT, `bits` folds to a literal.
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
