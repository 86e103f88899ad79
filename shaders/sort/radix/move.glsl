// Moves the elements of a tile: they change places in shared memory, and are stored in that order. Look-back ends
// meanwhile. After additions.glsl.

// A word of the element with this place, if that is in part p. The difference wraps around for places before the part.
void putWord(const uint p, const uint place, const uint word) {
  if (PARTS == 1u || place - p * PART < PART) exchanged[place - p * PART] = word;
}
#define EXCHANGE(p, values) EACH_ELEMENT(i) putWord(p, place[i], values[i]);

// Where the element of this order goes, which has a place in the tile.
uint newIndex(const uint order, const uint in_tile) { return digit_offsets[digitOf(order)] + in_tile; }

#ifdef VKSORT_ONE_WORD
void moveTile(const uint tile, const uint first, const uint n, const uint t) {
  const uint begin = tile * TILE, count = min(n - begin, TILE);
  EXCHANGE(0u, key)
  if (t == 0u) out_of_order = 0u;
  findOffsets(tile, n, t);
  if (IS_FIRST) addLaterCounts(t);
  bool is_out_of_order = hasMisplaced(first, n, count);  // the tile is out of order, as far as this invocation sees
  EACH_PART(p) {
    if (p != 0u) {
      if (t == 0u) last_of_part = exchanged[PART - 1u];
      barrier();
      EXCHANGE(p, key)
      barrier();
    }
    EACH_OF_PART(i) {
      const uint in_part = i * INVOCATIONS + t, in_tile = p * PART + in_part;
      const uint order = exchanged[in_part];
      const uint previous = i == 0u && t == 0u ? (p == 0u ? order : last_of_part) : exchanged[max(in_part, 1u) - 1u];
      is_out_of_order = is_out_of_order || isOutOfOrder(previous, order);
      storeWord(0u, order, newIndex(order, in_tile), in_tile < count);
    }
  }
  moveAgainIf(is_out_of_order, begin, n, t);
}
#else
uint sorted[ELEMENTS];  // a word of the elements i * INVOCATIONS + t, by their places

// Takes the words that have the digit. `ties`: a bit for each that is in order with the one before if its payload is.
void takeSorted(const uint t, inout bool is_out_of_order, inout uint ties) {
  EACH_ELEMENT(i) {
    const uint previous = exchanged[max(i * INVOCATIONS + t, 1u) - 1u];
    sorted[i] = exchanged[i * INVOCATIONS + t];
    is_out_of_order = is_out_of_order || isOutOfOrder(previous, sorted[i]);
    ties |= hasTies() && sortedBits(previous) == sortedBits(sorted[i]) ? 1u << i : 0u;
  }
}

// Stores elements of two words, the first `count` of the tile.
void storeTwoWords(const uint count, const uint t, const uint ties, inout bool is_out_of_order) {
  const uint word = pass.word;
  EACH_ELEMENT(i) {
    const uint in_tile = i * INVOCATIONS + t, second = exchanged[in_tile];
    if (RANKING >= VKSORT_RADIX_PAYLOADS_ASCEND) {
      const bool is_behind = exchanged[max(in_tile, 1u) - 1u] > second;
      is_out_of_order = is_out_of_order || (is_behind && (ties & 1u << i) != 0u);
    }
    const uvec2 pair = uvec2(sorted[i], second);
    storePair(word == 0u ? pair : pair.yx, newIndex(sorted[i], in_tile), in_tile < count);
  }
}

// Stores elements of three words, whose third one changes places behind the others. Words 0 and 1 are stored together.
void storeThreeWords(const uint count, const uint first, const uint n, const uint t) {
  const uint word = pass.word, third = word == 2u ? 1u : 2u;
  uint index[ELEMENTS];  // where the elements go
  EACH_ELEMENT(i) index[i] = newIndex(sorted[i], i * INVOCATIONS + t);
  if (word == 2u) {
    EACH_ELEMENT(i) storeWord(2u, sorted[i], index[i], i * INVOCATIONS + t < count);
    EACH_ELEMENT(i) sorted[i] = exchanged[i * INVOCATIONS + t];
  } else {
    EACH_ELEMENT(i) {
      const uvec2 pair = uvec2(sorted[i], exchanged[i * INVOCATIONS + t]);
      storePair(word == 0u ? pair : pair.yx, index[i], i * INVOCATIONS + t < count);
    }
  }
  LOAD(other, third, first, SUBGROUP, n)
  CONVERT(other, third)
  if (IS_FIRST) COUNT_LATER(third, other, first, n)
  barrier();
  EXCHANGE(0u, other)
  barrier();
  EACH_ELEMENT(i) {
    const uint last = exchanged[i * INVOCATIONS + t];
    if (word == 2u) {
      storePair(uvec2(sorted[i], last), index[i], i * INVOCATIONS + t < count);
    } else {
      storeWord(2u, last, index[i], i * INVOCATIONS + t < count);
    }
  }
  if (IS_FIRST) barrier();
}

void moveTile(const uint tile, const uint first, const uint n, const uint t) {
  const uint begin = tile * TILE, count = min(n - begin, TILE);
  EXCHANGE(0u, key)
  if (!LOADS_EARLY) LOAD(other, secondWord(), first, SUBGROUP, n)
  barrier();
  bool is_out_of_order = hasMisplaced(first, n, count);  // the tile is out of order, as far as this invocation sees
  uint ties = 0u;
  takeSorted(t, is_out_of_order, ties);
  if (t == 0u) out_of_order = 0u;
  barrier();
  addBefore(tile, t, SPIN_LIMIT);
  CONVERT(other, secondWord())
  if (IS_FIRST) COUNT_LATER(secondWord(), other, first, n)
  EXCHANGE(0u, other)  // while those who look back wait for others
  findOffsets(tile, n, t);
  if (WORDS == 3u) storeThreeWords(count, first, n, t);
  if (IS_FIRST) addLaterCounts(t);
  if (WORDS == 3u) return;
  storeTwoWords(count, t, ties, is_out_of_order);
  moveAgainIf(is_out_of_order, begin, n, t);
}
#endif
