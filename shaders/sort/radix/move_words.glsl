// Moves a tile of elements of two or three words: first the word that has the digit, from which the places of the others
// follow. Words 0 and 1 are stored together.

void moveTile(const uint tile, const uint first, const uint n, const uint t) {
  const uint begin = tile * TILE, count = min(n - begin, TILE);
  const uint word = pass.word;
  EXCHANGE(0u, key)
  if (!LOADS_EARLY) LOAD(other, SECOND, INDEX_OF)
  barrier();
  uint sorted[ELEMENTS];  // a word of the elements in the order of their places
  uint ties = 0u;         // a bit for each that is in order with the one before if its payload is
  bool is_out_of_order = hasMisplaced(first, n, count);  // the tile is out of order, as far as this invocation sees
  EACH_ELEMENT(i) {
    const uint previous = words[max(i * INVOCATIONS + t, 1u) - 1u];
    sorted[i] = words[i * INVOCATIONS + t];
    is_out_of_order = is_out_of_order || isOutOfOrder(previous, sorted[i]);
    ties |= hasTies() && sortedBits(previous) == sortedBits(sorted[i]) ? 1u << i : 0u;
  }
  if (t == 0u) OUT_OF_ORDER = 0u;
  barrier();
  addBefore(tile, t, SPIN_LIMIT);
  CONVERT(other, SECOND)
  if (IS_FIRST) COUNT_LATER(SECOND, other)
  EXCHANGE(0u, other)  // while those who look back wait for others
  findOffsets(tile, n, t);

#define IS_PLACED(i) ((i) * INVOCATIONS + t < count)
#define PLACE_OF(i) (offsets[digitOf(sorted[i])] + (i) * INVOCATIONS + t)
  if (WORDS == 2u) {
    if (IS_FIRST) addLaterCounts(t);
    EACH_ELEMENT(i) {
      const uint payload = words[i * INVOCATIONS + t];
      if (RANKING >= VKSORT_RADIX_PAYLOADS_ASCEND) {
        const bool is_behind = words[max(i * INVOCATIONS + t, 1u) - 1u] > payload;
        is_out_of_order = is_out_of_order || (is_behind && (ties & 1u << i) != 0u);
      }
      const uvec2 pair = uvec2(sorted[i], payload);
      storePair(word == 0u ? pair : pair.yx, PLACE_OF(i), IS_PLACED(i));
    }
    moveAgainIf(is_out_of_order, begin, n, t);
    return;
  }
  uint index[ELEMENTS];  // where the elements go
  EACH_ELEMENT(i) index[i] = PLACE_OF(i);
  if (word == 2u) {
    EACH_ELEMENT(i) storeWord(2u, sorted[i], index[i], IS_PLACED(i));
    EACH_ELEMENT(i) sorted[i] = words[i * INVOCATIONS + t];
  } else {
    EACH_ELEMENT(i) {
      const uvec2 pair = uvec2(sorted[i], words[i * INVOCATIONS + t]);
      storePair(word == 0u ? pair : pair.yx, index[i], IS_PLACED(i));
    }
  }
  {
    const uint third = word == 2u ? 1u : 2u;
    LOAD(other, third, INDEX_OF)
    CONVERT(other, third)
    if (IS_FIRST) COUNT_LATER(third, other)
    barrier();
    EXCHANGE(0u, other)
    barrier();
    EACH_ELEMENT(i) {
      const uint last = words[i * INVOCATIONS + t];
      if (word == 2u) {
        storePair(uvec2(sorted[i], last), index[i], IS_PLACED(i));
      } else {
        storeWord(2u, last, index[i], IS_PLACED(i));
      }
    }
  }
  if (!IS_FIRST) return;
  barrier();
  addLaterCounts(t);
}
