// Ranks by additions: the invocation that adds first comes first. Shared-memory atomics have no defined order within a
// subgroup. NVIDIA's GPUs and lavapipe add in the order of invocations, in a quarter of the time of votes. So each tile is
// checked as it moves, and a tile that is out of order moves once more, by votes.
// Measured: R170 to R172 of samples/bench/experiments_log.md.

// The bits of the word that are sorted once this pass is done, at the top. Bits below the first digit are equal in all
// elements: see conversionOf().
uint sortedBits(const uint order) { return order << (32u - VKSORT_RADIX_DIGIT_BITS - pass.shift); }

// Whether two elements with equal sorted bits must have their other words in order: that word was sorted before, or it is a
// payload that ascends.
bool hasTies() {
  return RANKING == VKSORT_RADIX_PAYLOADS_ASCEND ||
         (RANKING == VKSORT_RADIX_BOTH_WORDS && digitsOf(pass.word).first != 0u);
}

// Whether the order of a tile's elements matters. In a first pass it does if payloads must stay in order, or if missing
// elements must come last.
bool isChecked(const uint begin, const uint n) {
  if (RANKING == VKSORT_RADIX_VOTES) return false;
  return pass.index != 0u || RANKING == VKSORT_RADIX_PAYLOADS_ASCEND || begin + TILE > n;
}

// Whether element `order` is out of order with the one before it in the tile.
bool isOutOfOrder(const uint previous, const uint order) {
  return RANKING != VKSORT_RADIX_VOTES && sortedBits(previous) > sortedBits(order);
}

// A missing element may equal a real one, so comparing neighbours cannot detect that they changed places.
bool hasMisplaced(const uint first, const uint n, const uint count) {
  bool found = false;
  if (RANKING == VKSORT_RADIX_VOTES || count == TILE) return false;
  EACH_ELEMENT(i) found = found || (first + i * SUBGROUP >= n && place[i] < count);
  return found;
}

// Moves the tile that begins with element `begin` again, row by row. Unrolled loops would cost compile time.
void moveAgain(const uint begin, const uint n, const uint t) {
  const uint subgroup = gl_SubgroupID;
  const uint first = begin + subgroup * (ELEMENTS << SUBGROUP_LOG2) + gl_SubgroupInvocationID;
  // What was stored so far must not come after what is stored here.
  controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, gl_StorageSemanticsBuffer | gl_StorageSemanticsShared,
                 gl_SemanticsAcquireRelease);
  [[dont_unroll]] for (uint i = t; i < COUNTERS; i += INVOCATIONS) rank_counters[i] = 0u;
  barrier();
  [[dont_unroll]] for (uint row = 0u; row < ELEMENTS; ++row) {
    const uint index = first + row * SUBGROUP;
    if (index < n) atomicAdd(rank_counters[counterOf(subgroup, digitOf(orderOf(pass.word, loadWord(pass.word, index))))], 1u);
  }
  barrier();
  [[dont_unroll]] for (uint digit = t; digit < DIGITS; digit += INVOCATIONS) {
    uint sum = 0u;
    [[dont_unroll]] for (uint s = 0u; s < SUBGROUPS; ++s) sum += rank_counters[counterOf(s, digit)];
    counted_again[digit] = sum;
  }
  barrier();
  [[dont_unroll]] for (uint digit = t; digit < DIGITS; digit += INVOCATIONS) {
    uint run = 0u;
    [[dont_unroll]] for (uint smaller = 0u; smaller < digit; ++smaller) run += counted_again[smaller];
    [[dont_unroll]] for (uint s = 0u; s < SUBGROUPS; ++s) {
      const uint count = rank_counters[counterOf(s, digit)];
      rank_counters[counterOf(s, digit)] = run;
      run += count;
    }
  }
  barrier();
  // Every subgroup goes through all rows: in Mesa 26.2 a subgroup's barrier seems to wait for the whole workgroup.
  [[dont_unroll]] for (uint row = 0u; row < ELEMENTS; ++row) {
    const uint index = first + row * SUBGROUP;
    const uint order = index < n ? orderOf(pass.word, loadWord(pass.word, index)) : MISSING;
    const uint digit = digitOf(order);
    const uint in_tile = placeByVotes(counterOf(subgroup, digit), digit);
    storeWord(pass.word, order, digit_offsets[digit] + in_tile, index < n);
#ifndef VKSORT_ONE_WORD
    const uint second = index < n ? orderOf(secondWord(), loadWord(secondWord(), index)) : 0u;
    storeWord(secondWord(), second, digit_offsets[digit] + in_tile, index < n);
#endif
  }
}

// After the elements have moved.
void moveAgainIf(const bool is_out_of_order, const uint begin, const uint n, const uint t) {
  if (!isChecked(begin, n)) return;
  if (is_out_of_order) atomicOr(out_of_order, 1u);
  barrier();
  if (out_of_order != 0u) moveAgain(begin, n, t);
}
