// Ranks: for each element of a subgroup, the elements of the same digit before it. Counters by subgroup and digit are in
// `words`; an element's place begins where its counter stands.

uint counterOf(const uint subgroup, const uint digit) { return subgroup * DIGITS + digit; }

// A subgroup's additions are ordered row by row.
void subgroupSync() {
  controlBarrier(gl_ScopeSubgroup, gl_ScopeSubgroup, gl_StorageSemanticsShared, gl_SemanticsAcquireRelease);
}

// By votes: a ballot for each bit of the digit tells which invocations have the same digit, and the first of these adds them
// all to the counter.
uint placeByVotes(const uint counter, const uint digit) {
  if (SUBGROUP_LOG2 <= 5u) {
    uint same = SUBGROUP_LOG2 == 5u ? 0xffffffffu : (1u << (SUBGROUP & 31u)) - 1u;
    [[unroll]] for (uint bit = 0u; bit < 8u; ++bit) {
      const bool is_set = (digit & (1u << bit)) != 0u;
      const uint votes = subgroupBallot(is_set).x;
      same &= is_set ? votes : ~votes;
    }
    const uint rank = bitCount(same & ((1u << gl_SubgroupInvocationID) - 1u));
    uint before = 0u;
    if (rank == 0u) before = atomicAdd(words[counter], bitCount(same));
    subgroupSync();
    return subgroupShuffle(before, findLSB(same)) + rank;
  }
  uvec4 same = subgroupBallot(true);
  [[unroll]] for (uint bit = 0u; bit < 8u; ++bit) {
    const bool is_set = (digit & (1u << bit)) != 0u;
    const uvec4 votes = subgroupBallot(is_set);
    same &= is_set ? votes : ~votes;
  }
  const uint rank = subgroupBallotExclusiveBitCount(same);
  uint before = 0u;
  if (rank == 0u) before = atomicAdd(words[counter], subgroupBallotBitCount(same));
  subgroupSync();
  return subgroupShuffle(before, subgroupBallotFindLSB(same)) + rank;
}

void rankAll(const uint subgroup) {
  EACH_ELEMENT(i) {
    const uint digit = digitOf(key[i]), counter = counterOf(subgroup, digit);
    place[i] = RANKING != VKSORT_RADIX_VOTES ? atomicAdd(words[counter], 1u) : placeByVotes(counter, digit);
  }
}
