// Sums of rows, see table.glsl. Needs that; `words`, shared memory of as many words as a workgroup has invocations,
// which are VKSORT_RADIX_ROW_DIGITS or more; and ROWS_AT_ONCE, how many rows are on their way together to a lane of these.

const uint ROW_GROUPS = DIGITS / VKSORT_RADIX_ROW_DIGITS;  // that sum the rows up, for each pass
const uint ROW_LANES = INVOCATIONS / VKSORT_RADIX_ROW_DIGITS;

// Over rows `first`, `first + step` and so on.
uint sumColumn(const uint column, const uint first, const uint step, const uint rows) {
  uint sum = 0u;
  for (uint row = first; row < rows; row += ROWS_AT_ONCE * step) {
    uint count[ROWS_AT_ONCE];
    [[unroll]] for (uint i = 0u; i < ROWS_AT_ONCE; ++i) {
      count[i] = scratch[rowOf(min(row + i * step, rows - 1u)) + column];
    }
    [[unroll]] for (uint i = 0u; i < ROWS_AT_ONCE; ++i) sum += row + i * step < rows ? count[i] : 0u;
  }
  return sum;
}

// Of VKSORT_RADIX_ROW_DIGITS columns, by all of a workgroup: of the first so many invocations each has the sum of one.
uint sumColumns(const uint first, const uint t, const uint rows) {
  words[t] = sumColumn(first + t % VKSORT_RADIX_ROW_DIGITS, t / VKSORT_RADIX_ROW_DIGITS, ROW_LANES, rows);
  barrier();
  uint sum = 0u;
  if (t < VKSORT_RADIX_ROW_DIGITS) {
    for (uint i = 0u; i < ROW_LANES; ++i) sum += words[i * VKSORT_RADIX_ROW_DIGITS + t];
  }
  return sum;
}
