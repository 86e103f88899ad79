// A table of counts, see table.glsl, that each workgroup sums up for itself, into shared memory.

const uint AT_ONCE = SUBGROUP_LOG2 < VKSORT_RADIX_WIDE_LOG2 ? 4u : 16u;  // rows that are on their way together

// Of each digit what the rows of a table have adds to `offsets`, and what those before the tile have to `spare`.
// Invocations in groups of a row's words take a share of the rows each.
void sumTable(const uint table, const uint rows, const uint tile, const uint t) {
  const uint kShares = INVOCATIONS > ROW ? INVOCATIONS / ROW : 1u;
  for (uint word = t % ROW; word < ROW; word += INVOCATIONS) {
    uvec2 all = uvec2(0u), before = uvec2(0u);
    for (uint row = t / ROW; row < rows; row += kShares * AT_ONCE) {
      uint count[AT_ONCE];
      [[unroll]] for (uint i = 0u; i < AT_ONCE; ++i) {
        count[i] = scratch[table + min(row + i * kShares, rows - 1u) * ROW + word];
      }
      [[unroll]] for (uint i = 0u; i < AT_ONCE; ++i) {
        const uint of_row = row + i * kShares;
        const uvec2 of_digits = uvec2(count[i] & 0xffffu, count[i] >> 16u);
        all += of_row < rows ? of_digits : uvec2(0u);
        before += of_row < tile ? of_digits : uvec2(0u);
      }
    }
    atomicAdd(offsets[2u * word], all.x);
    atomicAdd(offsets[2u * word + 1u], all.y);
    atomicAdd(spare[2u * word], before.x);
    atomicAdd(spare[2u * word + 1u], before.y);
  }
}
