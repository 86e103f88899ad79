// Ranks by additions to counters: who adds first comes first. Of a subgroup's invocations nothing says which that is, but
// there are devices that add in their order (NVIDIA H200 and H100, lavapipe), and an addition takes a quarter of the time
// of votes. So it is tried, and a tile that turns out not to be in order is moved once more. In sorts by value, whose passes
// may be by keys or values, in order or not, votes are quicker than asking which (R182 of samples/bench/EXPERIMENTS.md).

layout(constant_id = VKSORT_RADIX_ADDS_IN_ORDER) const uint ADDS_IN_ORDER = 0;
layout(constant_id = VKSORT_RADIX_KEEPS_POSITIONS) const uint KEEPS_POSITIONS = 0;

// Passes by value have come before this one by key.
bool valuesAreInOrder() {
#ifdef PAIRS
  if (BY_VALUE != 0u && !OF_VALUES) return !LOOKS_BACK || scratch[at(VKSORT_RADIX_BY_VALUE_AT)] != 0u;
#endif
  return false;
}

// No pass has come before, and positions do not count: elements of one digit may go in any order.
bool anyOrder() {
  if (KEEPS_POSITIONS != 0u) return false;
  return COUNTS_OTHERS || pass.index == 0u || (BY_VALUE != 0u && pass.index == pass.value_passes && !valuesAreInOrder());
}

// What the passes up to this one sort by, at the top of a word.
uint sortedBits(const uint key) { return key << 32u - VKSORT_RADIX_DIGIT_BITS - pass.shift; }

// Of the exchange, from `offset` on: what is at the place before that of a row's invocation. Of the first place of all,
// what is there; of the first one of a later part, what was last in the part before, which that invocation has kept.
uint wordBefore(const uint part, const uint row, const uint t, const uint offset, const uint last) {
  if (row != 0u) return words[offset + row * INVOCATIONS + t - 1u];
  if (part != 0u && t == 0u) return spare[last];
  return words[offset + max(t, 1u) - 1u];
}

bool isBehind(const uint key, const uint other) {
  return ADDS_IN_ORDER != 0u && sortedBits(key) > sortedBits(other);
}

#ifdef PAIRS
// Whether the values of two keys say in what order they are to be: they ascend where positions are kept.
bool areByValue(const uint key, const uint other) {
  if (ADDS_IN_ORDER == 0u || KEEPS_POSITIONS == 0u) return false;
  return sortedBits(key) == sortedBits(other);
}
#endif

// Of an element that exists.
uint keyOf(const uint index) {
  const uint bits = FROM_RANGE ? wordOfRange(index, OF_VALUES) : wordOfCopy(COPIED(pass.from), index, OF_VALUES);
  return pass.load_flip != 0u ? orderFromBits(bits, pass.load_mask, pass.load_flip) : bits;
}

uint valueOf(const uint index) {
#ifdef PAIRS
  return FROM_RANGE ? wordOfRange(index, true) : wordOfCopy(COPIED(pass.from), index, true);
#else
  return 0u;
#endif
}

// The tile that begins with that element to where it should have gone, row by row: as long as all before has taken. No loop
// is to be unrolled, for the time that compilers take.
void moveByVotes(const Target to, const uint begin, const uint t) {
  const uint counters = gl_SubgroupID * DIGITS;
  const uint first = gl_SubgroupID * (ELEMENTS << SUBGROUP_LOG2);
  const uint end = min(first + (ELEMENTS << SUBGROUP_LOG2), to.count);  // of the subgroup's elements, in the tile
  [[dont_unroll]] for (uint i = t; i < COUNTERS; i += INVOCATIONS) words[i] = 0u;
  // All have moved theirs, and what they stored is not to come behind what is stored here.
  controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, gl_StorageSemanticsBuffer | gl_StorageSemanticsShared,
                 gl_SemanticsAcquireRelease);
  [[dont_unroll]] for (uint i = first + gl_SubgroupInvocationID; i < end; i += SUBGROUP) {
    atomicAdd(words[counters + digitOf(keyOf(begin + i))], 1u);
  }
  barrier();
  [[dont_unroll]] for (uint digit = t; digit < DIGITS; digit += INVOCATIONS) {
    uint sum = 0u;
    [[dont_unroll]] for (uint s = 0u; s < COUNTERS; s += DIGITS) sum += words[s + digit];
    spare[digit] = sum;
  }
  barrier();
  [[dont_unroll]] for (uint digit = t; digit < DIGITS; digit += INVOCATIONS) {
    uint run = 0u;
    [[dont_unroll]] for (uint smaller = 0u; smaller < digit; ++smaller) run += spare[smaller];
    [[dont_unroll]] for (uint s = 0u; s < COUNTERS; s += DIGITS) {
      const uint count = words[s + digit];
      words[s + digit] = run;
      run += count;
    }
  }
  barrier();
  // As many rows in each subgroup: Mesa 26.2 seems to have all of a workgroup wait where one subgroup does.
  [[dont_unroll]] for (uint row = first; row < first + (ELEMENTS << SUBGROUP_LOG2); row += SUBGROUP) {
    const uint i = row + gl_SubgroupInvocationID;
    const bool exists = i < end;
    const uint key = exists ? keyOf(begin + i) : MISSING;
    const uvec2 rank = rankInSubgroup(digitOf(key), gl_SubgroupInvocationID);
    const uint counter = counters + digitOf(key);
    const uint before = words[counter];
    subgroupSync();
    if (rank.x == 0u) words[counter] = before + rank.y;
    subgroupSync();
    if (exists) move(to, before + rank.x, key, valueOf(begin + i));
  }
}
