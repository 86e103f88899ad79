// Moves a tile of elements of one word.

void moveTile(const uint tile, const uint first, const uint n, const uint t) {
  const uint begin = tile * TILE, count = min(n - begin, TILE);
  EXCHANGE(0u, key)
  if (t == 0u) OUT_OF_ORDER = 0u;
  findOffsets(tile, n, t);
  if (IS_FIRST) addLaterCounts(t);
  bool is_out_of_order = hasMisplaced(first, n, count);  // the tile is out of order, as far as this invocation sees
  EACH_PART(p) {
    if (p != 0u) {
      if (t == 0u) LAST_OF_PART = words[PART - 1u];
      barrier();
      EXCHANGE(p, key)
      barrier();
    }
    EACH_OF_PART(i) {
      const uint in_part = i * INVOCATIONS + t, in_tile = p * PART + in_part;
      const uint order = words[in_part];
      const uint previous = i == 0u && t == 0u ? (p == 0u ? order : LAST_OF_PART) : words[max(in_part, 1u) - 1u];
      is_out_of_order = is_out_of_order || isOutOfOrder(previous, order);
      storeWord(0u, order, offsets[digitOf(order)] + in_tile, in_tile < count);
    }
  }
  moveAgainIf(is_out_of_order, begin, n, t);
}
