// Writes the indices of kept elements, in their original order. Included by compact.comp.

#ifdef VKSORT_KEEPS_KEYS
layout(std430, set = 0, binding = VKSORT_TOOL_KEPT_KEYS) writeonly buffer KeptKeys { uint kept_keys[]; };
#endif

// Stores `count` elements. Shared memory contains their distances from `element`.
void store(const uint element, const uint base, const uint count, const uint t) {
  for (uint first = t; first < count; first += ROWS * INVOCATIONS) {
    uint index[ROWS];
    EACH(i) index[i] = element + exchanged[min(first + i * INVOCATIONS, count - 1u)];
    EACH(i) {
      if (first + i * INVOCATIONS < count) target[push.kept.first_index + base + first + i * INVOCATIONS] = index[i];
    }
#ifdef VKSORT_KEEPS_KEYS
    for (uint word = 0u; push.keys.are_written != 0u && word < KEY_WORDS; ++word) {
      uint key[ROWS];
      EACH(i) key[i] = source[wordOf(row_first + index[i]) + word];
      EACH(i) {
        const uint kept = base + first + i * INVOCATIONS;
        if (first + i * INVOCATIONS < count) kept_keys[push.keys.first_written + kept * KEY_WORDS + word] = key[i];
      }
    }
#endif
  }
}

// Compacts kept elements in shared memory so that stores are coalesced, and returns their number. Word w of invocation
// t is word t * words + w of the marks that start at `tile`.
uint placeMarks(const uint tile, const uint words, const uint base, const uint t) {
  uint own = 0u, last;
  EACH_MARK(w) own += countOf(marks[w]);
  uint place = sumUpTo(own, t, last) - own, count = sums[last];
#ifdef VKSORT_SELECTS
  fillRoom(place, count);
#endif
  for (uint done = 0u; done == 0u || done < count; done += TILE) {
    EACH_MARK(w) {
      for (; marks[w] != 0u && place < done + TILE; marks[w] &= marks[w] - 1u)
        exchanged[place++ - done] = (t * words + w) * ROWS + uint(findLSB(marks[w]));
    }
    barrier();
    store(tile * TILE, base + done, min(count - done, TILE), t);
    barrier();  // before shared memory is reused
  }
  return count;
}

// Sums the counts of the first `tiles` tiles.
void sumBefore(const uint tiles, const uint t) {
  if (t < 2u) totals[t] = 0u;
  barrier();
  uint before = 0u, equal = 0u;
  for (uint tile = t; tile < tiles; tile += INVOCATIONS) {
    const uint counts = scratch[tileWord(tile)];
    before += counts & 0xffffu;
    equal += counts >> 16u;
  }
  atomicAdd(totals[0], before);
#ifdef VKSORT_SELECTS
  atomicAdd(totals[1], equal);
#endif
  barrier();
}

void place(const uint n, const uint t) {
  const uint tiles = ceilOf(n, TILE), first = workgroup() * push.kept.tiles_each;
  if (first >= tiles && workgroup() != 0u) return;
  sumBefore(first, t);
  uint base = totals[0];
#ifdef VKSORT_SELECTS
  const uint most = scratch[thresholdWord(push.digits) + 2u], equal = min(totals[1], most);
  room = most - equal;
  base += equal;
#endif
  const uint end = min(first + push.kept.tiles_each, tiles), words = min(push.kept.tiles_each, MARKS);
  for (uint tile = first; tile < end; tile += words) {
    const uint there = min(end - tile, words) * INVOCATIONS;
    EACH_MARK(w) marks[w] = w < words && t * words + w < there ? scratch[markWord(tile, t * words + w)] : 0u;
    base += placeMarks(tile, words, base, t);
  }
  if (t != 0u || end != tiles) return;
  writeCount(base);
#ifdef VKSORT_RUNS
  target[push.kept.first_index + base] = n;
#endif
}
