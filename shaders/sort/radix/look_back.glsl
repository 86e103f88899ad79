// What tiles tell each other of their digits while a pass is at work: a state for each, in the scratch memory.
// Source: D. Merrill, M. Garland, "Single-pass Parallel Prefix Scan with Decoupled Look-back" (2016).

layout(constant_id = VKSORT_RADIX_PATIENCE) const uint PATIENCE = 512;

uint stateWord(const uint status, const uint count) {
  return (2u * pass.index + status) << VKSORT_RADIX_STATE_BITS | count;
}

// What the tile itself has: all there is, of the first one.
uint ofTile(const uint tile) { return tile == 0u ? VKSORT_RADIX_ALL_TILES : VKSORT_RADIX_ONE_TILE; }

// What is told of a tile is true whoever tells it: its own workgroup's sum over all tiles may be replaced by the count of
// the tile that another has made for it, and who looks back from there on adds the same up.
void publish(const uint tile, const uint digit, const uint status, const uint count) {
  atomicStore(scratch[at(VKSORT_RADIX_STATES) + tile * DIGITS + digit], stateWord(status, count), gl_ScopeDevice,
              gl_StorageSemanticsNone, gl_SemanticsRelaxed);
}

uint stateOf(const uint tile, const uint digit) {
  return atomicLoad(scratch[at(VKSORT_RADIX_STATES) + tile * DIGITS + digit], gl_ScopeDevice, gl_StorageSemanticsNone,
                    gl_SemanticsRelaxed);
}

// Adds to `sum` what the tiles before `tile_end` have of the digit, as far as they tell. Returns the last one that does
// not, plus one; 0: they all did.
uint lookBack(uint tile_end, const uint digit, const uint patience, inout uint sum) {
  const uint kWindow = 4u;
  uint looks = 0u;
  while (tile_end != 0u && looks < patience) {
    uint seen[4];
    [[unroll]] for (uint i = 0u; i < kWindow; ++i) seen[i] = stateOf(tile_end - 1u - min(i, tile_end - 1u), digit);
    bool more = true;
    uint told = 0u;
    [[unroll]] for (uint i = 0u; i < kWindow; ++i) {
      const uint status = ((seen[i] >> VKSORT_RADIX_STATE_BITS) - 2u * pass.index) & 15u;
      const bool tells = more && (status == VKSORT_RADIX_ONE_TILE || status == VKSORT_RADIX_ALL_TILES);
      sum += tells ? seen[i] & ((1u << VKSORT_RADIX_STATE_BITS) - 1u) : 0u;
      told += tells ? 1u : 0u;
      more = tells && status == VKSORT_RADIX_ONE_TILE;
      if (tells && status == VKSORT_RADIX_ALL_TILES) tile_end = 0u;
    }
    tile_end -= min(tile_end, told);
    looks = told == 0u ? looks + 1u : 0u;
  }
  return tile_end;
}
