// Ranks elements within a tile: an element's place is the counter of its subgroup and digit, plus the number of earlier
// elements with the same digit in the subgroup. Include tile.glsl first.

uint counterOf(const uint subgroup, const uint digit) { return subgroup * DIGITS + digit; }

// Orders a subgroup's accesses to its counters.
void subgroupSync() {
  controlBarrier(gl_ScopeSubgroup, gl_ScopeSubgroup, gl_StorageSemanticsShared, gl_SemanticsAcquireRelease);
}

// {invocations with the same digit that precede this one, and all of them}
uvec2 matchDigit(const uint digit) {
  if (SUBGROUP_LOG2 <= 5u) {
    uint same = SUBGROUP_LOG2 == 5u ? 0xffffffffu : (1u << (SUBGROUP & 31u)) - 1u;
    [[unroll]] for (uint bit = 0u; bit < 8u; ++bit) {
      const bool is_set = (digit & (1u << bit)) != 0u;
      const uint votes = subgroupBallot(is_set).x;
      same &= is_set ? votes : ~votes;
    }
    return uvec2(bitCount(same & ((1u << gl_SubgroupInvocationID) - 1u)), bitCount(same));
  }
  uvec4 same = subgroupBallot(true);
  [[unroll]] for (uint bit = 0u; bit < 8u; ++bit) {
    const bool is_set = (digit & (1u << bit)) != 0u;
    const uvec4 votes = subgroupBallot(is_set);
    same &= is_set ? votes : ~votes;
  }
  return uvec2(subgroupBallotExclusiveBitCount(same), subgroupBallotBitCount(same));
}

// The first invocation with a digit adds all of them to the counter.
uint placeByVotes(const uint counter, const uint digit) {
  const uvec2 match = matchDigit(digit);
  const uint before = rank_counters[counter];
  subgroupSync();
  if (match.x == 0u) rank_counters[counter] = before + match.y;
  subgroupSync();
  return before + match.x;
}

void rankAll(const uint subgroup) {
  if (RANKING == VKSORT_RADIX_VOTES) subgroupSync();  // the look-back loop can have split the subgroup
  EACH_ELEMENT(i) {
    const uint digit = digitOf(key[i]), counter = counterOf(subgroup, digit);
    place[i] = RANKING != VKSORT_RADIX_VOTES ? atomicAdd(rank_counters[counter], 1u) : placeByVotes(counter, digit);
  }
}
