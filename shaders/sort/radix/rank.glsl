// Ranks of a subgroup's elements among those of the same digit.

void subgroupSync() {
  controlBarrier(gl_ScopeSubgroup, gl_ScopeSubgroup, gl_StorageSemanticsShared, gl_SemanticsAcquireRelease);
}

// Of the subgroup's invocations with the same digit: how many are before this one, and how many there are.
uvec2 rankInSubgroup(const uint digit, const uint lane) {
  if (SUBGROUP_LOG2 <= 5u) {
    uint same = SUBGROUP_LOG2 == 5u ? 0xffffffffu : (1u << (SUBGROUP & 31u)) - 1u;
    [[unroll]] for (uint bit = 0u; bit < 8u; ++bit) {
      const bool set = (digit & (1u << bit)) != 0u;
      const uint of_all = subgroupBallot(set).x;
      same &= set ? of_all : ~of_all;
    }
    return uvec2(bitCount(same & ((1u << lane) - 1u)), bitCount(same));
  }
  uvec4 same = subgroupBallot(true);
  [[unroll]] for (uint bit = 0u; bit < 8u; ++bit) {
    const bool set = (digit & (1u << bit)) != 0u;
    const uvec4 of_all = subgroupBallot(set);
    same &= set ? of_all : ~of_all;
  }
  return uvec2(subgroupBallotExclusiveBitCount(same), subgroupBallotBitCount(same));
}
