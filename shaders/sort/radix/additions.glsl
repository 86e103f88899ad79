// Ranks elements with shared-memory atomics, which have no defined order within a subgroup. NVIDIA GPUs and lavapipe
// add in the order of invocations, and need a quarter of the time of votes. Each tile is therefore checked while it
// moves. If it is out of order, it is moved again, digit by digit (R170 to R172 of samples/bench/experiments_log.md).

// Shifted to the top. Bits below the first digit are equal in all elements, see wordOrder().
uint sortedBits(const uint order) { return order << (32u - VKSORT_RADIX_DIGIT_BITS - pass.shift); }

// Other words of equal elements must ascend if an earlier pass sorted them, or if they are ascending payloads.
bool hasTies() {
  return RANKING == VKSORT_RADIX_PAYLOADS_ASCEND ||
         (RANKING == VKSORT_RADIX_BOTH_WORDS && digitsOf(pass.word).first != 0u);
}

// A missing element can equal a real one, so comparing neighbours does not detect that they were exchanged.
bool hasMisplaced(const uint first, const uint n, const uint count) {
  bool found = false;
  if (RANKING == VKSORT_RADIX_VOTES || count == TILE) return false;
  EACH_ELEMENT(i) found = found || (first + i * SUBGROUP >= n && place[i] < count);
  return found;
}

struct Order {
  bool is_wrong;
  uint ties;  // bit i: the other words decide the order of element i and its predecessor
};

// Each invocation moves the elements that have its digits. It visits each element twice, first to count smaller digits,
// in one loop because two loops compile more slowly.
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
