// Moves a tile: elements are exchanged in shared memory, word by word, and stored in their new order. Look-back
// finishes at the same time. Include additions.glsl first.

// The difference wraps around for places before part p.
void putWord(const uint p, const uint place, const uint word) {
  if (PARTS == 1u || place - p * PART < PART) exchanged[place - p * PART] = word;
}

#define PUT_WORDS(p, values) { EACH_ELEMENT(i) putWord(p, place[i], values[i]); }

uint last_of_part = 0u;        // word of the last element of the previous part
uint taken[WORDS][ELEMENTS];  // elements at places i * INVOCATIONS + t, with words in the order of wordAt()

uvec3 wordsOf(const uint i) {
#ifdef VKSORT_ONE_WORD
  return uvec3(taken[0][i], 0u, 0u);
#else
  const uint a = taken[0][i], b = taken[1][i], c = WORDS == 3u ? taken[WORDS - 1u][i] : 0u;
  return pass.word == 0u ? uvec3(a, b, c) : pass.word == 1u ? uvec3(b, a, c) : uvec3(b, c, a);
#endif
}

// Also checks that the element is in order with its predecessor.
void take(const uint w, const uint i, const uint in_part, inout Order order) {
  const uint mine = exchanged[in_part];
  taken[w][i] = mine;
  if (RANKING == VKSORT_RADIX_VOTES) return;
  const bool begins_part = i != 0u && in_part == 0u;
  const uint previous = begins_part ? last_of_part : exchanged[max(in_part, 1u) - 1u];
  if (w == 0u) {
    order.is_wrong = order.is_wrong || sortedBits(previous) > sortedBits(mine);
    order.ties |= hasTies() && sortedBits(previous) == sortedBits(mine) ? 1u << i : 0u;
  } else if (RANKING >= VKSORT_RADIX_PAYLOADS_ASCEND) {
    order.is_wrong = order.is_wrong || (previous > mine && (order.ties & 1u << i) != 0u);
  }
}

// Missing elements follow the last element of their part, so its end also limits stores. Even if elements change during
// the sort, or segments overlap, no store leaves the range.
void moveTile(const uint begin, const uint first, const uint n, const uint t) {
  Order order = Order(hasMisplaced(first, n, min(n - begin, TILE)), 0u);
#ifndef VKSORT_ONE_WORD
  [[unroll]] for (uint w = 0u; w + 1u < WORDS; ++w) {
    PUT_WORDS(0u, key)
    LOAD_NEXT(w + 1u, first, n)
    barrier();
    EACH_ELEMENT(i) take(w, i, i * INVOCATIONS + t, order);
    barrier();
    CONVERT_LOADED(key, wordAt(w + 1u))
    if (isFirst()) COUNT_LATER(wordAt(w + 1u), key, first, n)
  }
#endif
  // The last word is exchanged while look-back waits for other workgroups.
  for (;;) {
    addBefore(t, SPIN_LIMIT);
    PUT_WORDS(0u, key)
    barrier();
    const uint stuck = looksBack() ? stuck_tile : 0u;
    if (stuck == 0u) break;
    countTile(stuck - 1u, t);
  }
  if (isFirst()) addLaterCounts(t);
  EACH_PART(p) {
    if (p != 0u) {
      last_of_part = exchanged[PART - 1u];
      barrier();
      PUT_WORDS(p, key)
      barrier();
    }
    EACH_OF_PART(i) {
      const uint of_all = p * (ELEMENTS / PARTS) + i, in_tile = of_all * INVOCATIONS + t;
      take(WORDS - 1u, of_all, i * INVOCATIONS + t, order);
      const uint to = digit_offsets[digitOf(taken[0][of_all])] + in_tile;
      storeElement(wordsOf(of_all), to, to < n);
    }
  }
  if (RANKING == VKSORT_RADIX_VOTES) return;
  if (order.is_wrong) atomicOr(out_of_order, 1u);
  // Without this barrier, a store from above could overwrite one of moveInOrder().
  controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, gl_StorageSemanticsBuffer | gl_StorageSemanticsShared,
                 gl_SemanticsAcquireRelease);
  if (out_of_order != 0u) moveInOrder(begin, min(n, begin + TILE), t);
}
