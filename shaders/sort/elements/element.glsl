// Register indices are literals and not loop counters, because drivers move an array to memory if one index is unknown,
// and spirv-opt needs half a minute to unroll the loops. Needs TIES_BY_LAST_WORD.

// log2 of the elements per invocation
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

// The words of an element, compared in this order.
//   VKSORT_PAIRS: key and payload, or the high and low words of a 64-bit key
//   VKSORT_PAIRS and VKSORT_TRIPLES: the high and low words of a 64-bit key, and its payload
#if defined(VKSORT_TRIPLES)
struct Element { uint word0, word1, word2; };
const Element LARGEST_ELEMENT = Element(0xffffffffu, 0xffffffffu, 0xffffffffu);
Element chosen(const bool first, const Element a, const Element b) {
  return Element(first ? a.word0 : b.word0, first ? a.word1 : b.word1, first ? a.word2 : b.word2);
}
#elif defined(VKSORT_PAIRS)
struct Element { uint word0, word1; };
const Element LARGEST_ELEMENT = Element(0xffffffffu, 0xffffffffu);
Element chosen(const bool first, const Element a, const Element b) {
  return Element(first ? a.word0 : b.word0, first ? a.word1 : b.word1);
}
#else
struct Element { uint word0; };
const Element LARGEST_ELEMENT = Element(0xffffffffu);
Element chosen(const bool first, const Element a, const Element b) { return Element(first ? a.word0 : b.word0); }
#endif
Element element[REGISTERS];

#ifdef VKSORT_PAIRS
// Drivers combine these comparisons into one predicate without a branch.
bool isAfter(const Element a, const Element b) {
#ifdef VKSORT_TRIPLES
  const bool after2 = a.word2 > b.word2 && TIES_BY_LAST_WORD != 0u;
  const bool same1 = a.word1 == b.word1;
  const bool after_by_word2 = same1 && after2;
  const bool above1 = a.word1 > b.word1;
  const bool after1 = above1 || after_by_word2;
#else
  const bool after1 = a.word1 > b.word1 && TIES_BY_LAST_WORD != 0u;
#endif
  const bool after = a.word0 > b.word0;
  const bool same = a.word0 == b.word0;
  const bool after_by_later = same && after1;
  return after || after_by_later;
}
#endif
