// Ranks by additions: the invocation that adds first comes first. Shared-memory atomics have no defined order within a
// subgroup. NVIDIA's GPUs and lavapipe add in the order of invocations, in a quarter of the time of votes. So each tile is
// checked as it moves, and a tile that is out of order moves once more, digit by digit.
// Measured: R170 to R172 of samples/bench/experiments_log.md.

// The bits of the word that are sorted once this pass is done, at the top. Bits below the first digit are equal in all
// elements: see wordOrder().
uint sortedBits(const uint order) { return order << (32u - VKSORT_RADIX_DIGIT_BITS - pass.shift); }

// Whether two elements with equal sorted bits must have their other words in order: that word was sorted before, or it is a
// payload that ascends.
bool hasTies() {
  return RANKING == VKSORT_RADIX_PAYLOADS_ASCEND ||
         (RANKING == VKSORT_RADIX_BOTH_WORDS && digitsOf(pass.word).first != 0u);
}

// A missing element may equal a real one, so comparing neighbours cannot detect that they changed places.
bool hasMisplaced(const uint first, const uint n, const uint count) {
  bool found = false;
  if (RANKING == VKSORT_RADIX_VOTES || count == TILE) return false;
  EACH_ELEMENT(i) found = found || (first + i * SUBGROUP >= n && place[i] < count);
  return found;
}

// What an invocation has seen of the tile's order.
struct Order {
  bool is_wrong;
  uint ties;  // a bit for each of its elements that must not come before the one before it by their other words
};

// Moves the elements from `begin` to `end`, which are a tile: each invocation moves those of its digits, in their order. It
// visits each element twice, and first counts smaller digits: one loop costs less compile time than two.
void moveInOrder(const uint begin, const uint end, const uint t) {
  const uint count = end - begin;
  [[dont_unroll]] for (uint digit = t; digit < DIGITS; digit += INVOCATIONS) {
    uint to = digit_offsets[digit];
    [[dont_unroll]] for (uint visit = 0u; visit < 2u * count; ++visit) {
      const uint index = begin + (visit < count ? visit : visit - count);
      uvec3 order = uvec3(loadOrder(pass.word, index), 0u, 0u);
      if (visit < count) to += digitOf(order.x) < digit ? 1u : 0u;
      if (visit < count || digitOf(order.x) != digit) continue;
#ifndef VKSORT_ONE_WORD
      order.y = loadOrder(wordAt(1u), index);
      if (pass.word != 0u) order.xy = order.yx;
#endif
      storeElement(order, to++, true);
    }
  }
}
