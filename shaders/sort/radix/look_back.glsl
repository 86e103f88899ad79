// Look-back: while a pass runs, tiles publish a state for each digit in scratch memory. Include tile.glsl first.
// Source: D. Merrill, M. Garland, "Single-pass Parallel Prefix Scan with Decoupled Look-back" (2016).

layout(constant_id = VKSORT_RADIX_SPIN_LIMIT) const uint SPIN_LIMIT = 512;

const uint EARLY_SPIN_LIMIT = 4u;  // before ranking; the workgroup looks again afterwards
const uint COUNT_MASK = (1u << VKSORT_RADIX_STATE_BITS) - 1u;

uint stateIndex(const uint tile, const uint digit) { return at(VKSORT_RADIX_STATES_AT) + tile * DIGITS + digit; }

// Several workgroups can publish the same tile, and a count can overwrite a prefix or the reverse. Both are correct and
// lead to the same sum. A state is one word and no other data depends on it, so relaxed order is sufficient.
void publish(const uint tile, const uint digit, const uint status, const uint count) {
  const uint state = (2u * pass.index + status) << VKSORT_RADIX_STATE_BITS | count;
  atomicStore(scratch[stateIndex(tile, digit)], state, gl_ScopeDevice, gl_StorageSemanticsNone, gl_SemanticsRelaxed);
}

// The first tile of a part ends look-back, because it only publishes a prefix. `begin` is the first element of the part,
// so prefixes are positions in the range.
void publishCount(const uint tile, const uint digit, const uint count, const bool is_first, const uint begin) {
  publish(tile, digit, is_first ? VKSORT_RADIX_PREFIX : VKSORT_RADIX_TILE_COUNT, is_first ? begin + count : count);
}

uint stateOf(const uint tile, const uint digit) {
  return atomicLoad(scratch[stateIndex(tile, digit)], gl_ScopeDevice, gl_StorageSemanticsNone, gl_SemanticsRelaxed);
}

// Returns the end of the tiles that remain, or 0.
uint lookBack(uint end, const uint digit, const uint spin_limit, inout uint sum) {
  const uint WINDOW = 4u;  // states to load at a time
  uint spins = 0u;
  while (end != 0u && spins < spin_limit) {
    uint state[4];
    // At the start, tile 0 is loaded repeatedly, because its prefix ends the sum.
    [[unroll]] for (uint i = 0u; i < WINDOW; ++i) state[i] = stateOf(end - 1u - min(i, end - 1u), digit);
    bool more = true;
    uint added = 0u;
    [[unroll]] for (uint i = 0u; i < WINDOW; ++i) {
      const uint status = ((state[i] >> VKSORT_RADIX_STATE_BITS) - 2u * pass.index) & 15u;
      const bool is_prefix = status == VKSORT_RADIX_PREFIX;
      const bool counts = more && (is_prefix || status == VKSORT_RADIX_TILE_COUNT);
      sum += counts ? state[i] & COUNT_MASK : 0u;
      added += counts ? 1u : 0u;
      more = counts && !is_prefix;
      if (counts && is_prefix) end = 0u;
    }
    end -= min(end, added);
    spins = added == 0u ? spins + 1u : 0u;
  }
  return end;
}

// Publishes prefixes immediately, because other workgroups wait for them.
void addBefore(const uint t, const uint spin_limit) {
  const uint tile = ownTile();
  if (t < OWNERS) EACH_OWNED(j) {
    const uint digit = t * OWNED + j;
    if (rest[j] != 0u) {
      rest[j] = lookBack(rest[j], digit, spin_limit, before[j]);
      if (rest[j] == 0u) publish(tile, digit, VKSORT_RADIX_PREFIX, before[j] + mine[j]);
      if (rest[j] != 0u && spin_limit == SPIN_LIMIT) atomicMax(stuck_tile, rest[j]);
    }
    digit_offsets[digit] = from[j] + before[j];
  }
}

// For a workgroup that has not published in time. Called by the whole workgroup.
void countTile(const uint tile, const uint t) {
  const Part part = partWith(tile);
  if (t < OWNERS) EACH_OWNED(j) counted_again[t * OWNED + j] = 0u;
  barrier();
  if (t == 0u) stuck_tile = 0u;
  const uint begin = part.first + (tile - part.first_tile) * TILE, end = min(part.end, begin + TILE);
  for (uint i = begin + t; i < end; i += INVOCATIONS) {
    atomicAdd(counted_again[digitOf(loadOrder(pass.word, i))], 1u);
  }
  barrier();
  if (t < OWNERS) EACH_OWNED(j) {
    const uint digit = t * OWNED + j;
    publishCount(tile, digit, counted_again[digit], tile == part.first_tile, part.first);
  }
}
