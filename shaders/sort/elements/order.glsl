// Whether one element is after another. Drivers chain the comparisons into one predicate, without a branch.

#if defined(VKSORT_TRIPLES)
bool isAfter(const uint a0, const uint a1, const uint a2, const uint b0, const uint b1, const uint b2) {
  const bool after1 = a1 > b1;
  const bool same1 = a1 == b1;
  const bool after2 = a2 > b2 && TIES_BY_LAST_WORD != 0u;
  const bool after_by_word2 = same1 && after2;
  const bool later_after = after1 || after_by_word2;
  const bool after = a0 > b0;
  const bool same = a0 == b0;
  const bool after_by_later = same && later_after;
  return after || after_by_later;
}
#elif defined(VKSORT_PAIRS)
bool isAfter(const uint a0, const uint a1, const uint b0, const uint b1) {
  const bool after = a0 > b0;
  const bool same = a0 == b0;
  const bool after1 = a1 > b1 && TIES_BY_LAST_WORD != 0u;
  const bool after_by_word1 = same && after1;
  return after || after_by_word1;
}
#endif
