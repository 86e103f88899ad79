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

// Of all `key`s that a subgroup has: adds to each `place` what the counter of its digit had before it. What is missing
// comes last by votes, and by additions if these are in order: pass.comp looks whether it has.
#define RANK_ALL                                                                                                \
  if (ADDS_IN_ORDER != 0u || (anyOrder() && begin + TILE <= n)) {                                               \
    EACH_ELEMENT(i) place[i] = atomicAdd(words[subgroup * DIGITS + digitOf(key[i])], 1u);                       \
  } else {                                                                                                      \
    RANK_BY_VOTES                                                                                               \
  }
#define RANK_BY_VOTES                                                                                           \
  if (RANKS_AHEAD) {                                                                                            \
    EACH_ELEMENT(i) {                                                                                           \
      const uvec2 rank = rankInSubgroup(digitOf(key[i]), lane);                                                 \
      place[i] = rank.y << 8u | rank.x;                                                                         \
    }                                                                                                           \
  }                                                                                                             \
  EACH_ELEMENT(i) {                                                                                             \
    const uint digit = digitOf(key[i]);                                                                         \
    const uvec2 rank = RANKS_AHEAD ? uvec2(place[i] & 255u, place[i] >> 8u) : rankInSubgroup(digit, lane);      \
    const uint counter = subgroup * DIGITS + digit;                                                             \
    const uint before = words[counter];                                                                         \
    place[i] = before + rank.x;                                                                                 \
    subgroupSync();                                                                                             \
    if (rank.x == 0u) words[counter] = before + rank.y;                                                         \
    subgroupSync();                                                                                             \
  }
