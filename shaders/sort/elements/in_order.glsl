// Whether neighbours in the range are in order. Needs order.glsl and convert.glsl.

// Is the range's element `index` not after the next one? Both must exist. Registers 0 and 1 are lost.
bool inOrder(const uint index) {
  loadElement(0u, index);
  loadElement(1u, index + 1u);
  if ((pass.converts & VKSORT_CONVERT_LOADED) != 0u) {
    ORDER_FROM_BITS(0)
    ORDER_FROM_BITS(1)
  }
#if defined(VKSORT_TRIPLES)
  return !isAfter(word0[0], word1[0], word2[0], word0[1], word1[1], word2[1]);
#elif defined(VKSORT_PAIRS)
  return !isAfter(word0[0], word1[0], word0[1], word1[1]);
#else
  return word0[0] <= word0[1];
#endif
}
