// BY_ROWS: the counts of all workgroups that counted, by pass and digit, are summed up by the first workgroups of the first
// pass while the others load and count their tiles. Who has waited long enough for a sum makes it for itself.

const uint ROW_GROUPS = DIGITS / VKSORT_RADIX_ROW_DIGITS;  // for each pass
const uint ROW_LANES = INVOCATIONS / VKSORT_RADIX_ROW_DIGITS;

// Over rows `first`, `first + step` and so on.
uint sumColumn(const uint column, const uint first, const uint step) {
  const uint kAtOnce = SUBGROUP_LOG2 < VKSORT_RADIX_WIDE_LOG2 ? 4u : 12u;  // rows that are on their way together
  const uint rows = rowCount();
  uint sum = 0u;
  for (uint row = first; row < rows; row += kAtOnce * step) {
    uint count[kAtOnce];
    [[unroll]] for (uint i = 0u; i < kAtOnce; ++i) count[i] = scratch[rowOf(min(row + i * step, rows - 1u)) + column];
    [[unroll]] for (uint i = 0u; i < kAtOnce; ++i) sum += row + i * step < rows ? count[i] : 0u;
  }
  return sum;
}

// Of so many columns, by all of a workgroup.
void sumRows(const uint group, const uint t) {
  const uint column = group * VKSORT_RADIX_ROW_DIGITS + t % VKSORT_RADIX_ROW_DIGITS;
  words[t] = sumColumn(column, t / VKSORT_RADIX_ROW_DIGITS, ROW_LANES);
  barrier();
  if (t >= VKSORT_RADIX_ROW_DIGITS) return;
  uint sum = 0u;
  for (uint i = 0u; i < ROW_LANES; ++i) sum += words[i * VKSORT_RADIX_ROW_DIGITS + t];
  atomicStore(scratch[at(VKSORT_RADIX_HISTOGRAM_AT) + column], VKSORT_RADIX_ALL_TILES << VKSORT_RADIX_STATE_BITS | sum,
              gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsRelaxed);
}

// As told so far, in the first pass.
uint sumState(const uint column) {
  return atomicLoad(scratch[at(VKSORT_RADIX_HISTOGRAM_AT) + column], gl_ScopeDevice, gl_StorageSemanticsBuffer,
                    gl_SemanticsRelaxed);
}

// `state`: as it was seen.
uint sumOf(uint state, const uint column) {
  for (uint looks = 0u; looks < PATIENCE && state == 0u; ++looks) state = sumState(column);
  return state != 0u ? state & ((1u << VKSORT_RADIX_STATE_BITS) - 1u) : sumColumn(column, 0u, 1u);
}
