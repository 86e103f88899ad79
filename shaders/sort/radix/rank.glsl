// Ranks: for each element of a subgroup, the elements of the same digit before it. An element's place begins
// where its counter stands. After tile.glsl.

// By subgroup and digit.
uint counterOf(const uint subgroup, const uint digit) { return subgroup * DIGITS + digit; }

// A subgroup's additions are ordered row by row.
void subgroupSync() {
  controlBarrier(gl_ScopeSubgroup, gl_ScopeSubgroup, gl_StorageSemanticsShared, gl_SemanticsAcquireRelease);
}

// The invocations of the subgroup with the same digit: how many come before this one, and how many there are.
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

// By votes: a ballot for each bit of the digit. The first invocation of a digit adds them all to its counter.
uint placeByVotes(const uint counter, const uint digit) {
  const uvec2 match = matchDigit(digit);
  const uint before = rank_counters[counter];
  subgroupSync();
  if (match.x == 0u) rank_counters[counter] = before + match.y;
  subgroupSync();
  return before + match.x;
}

void rankAll(const uint subgroup) {
  if (RANKING == VKSORT_RADIX_VOTES) subgroupSync();  // a loop of look-back may have divided the subgroup
  EACH_ELEMENT(i) {
    const uint digit = digitOf(key[i]), counter = counterOf(subgroup, digit);
    place[i] = RANKING != VKSORT_RADIX_VOTES ? atomicAdd(rank_counters[counter], 1u) : placeByVotes(counter, digit);
  }
}
