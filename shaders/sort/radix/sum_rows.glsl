// BY_ROWS: rows are summed up by the first workgroups of the first pass while the others load and count their tiles. Who
// has waited long enough for a sum makes it for itself. Needs rows.glsl.

// Of VKSORT_RADIX_ROW_DIGITS columns, by all of a workgroup.
void sumRows(const uint group, const uint t) {
  const uint first = group * VKSORT_RADIX_ROW_DIGITS;
  const uint sum = sumColumns(first, t, rowCount());
  if (t >= VKSORT_RADIX_ROW_DIGITS) return;
  atomicStore(scratch[at(VKSORT_RADIX_HISTOGRAM_AT) + first + t], VKSORT_RADIX_ALL_TILES << VKSORT_RADIX_STATE_BITS | sum,
              gl_ScopeDevice, gl_StorageSemanticsNone, gl_SemanticsRelaxed);
}

// As told so far, in the first pass.
uint sumState(const uint column) {
  return atomicLoad(scratch[at(VKSORT_RADIX_HISTOGRAM_AT) + column], gl_ScopeDevice, gl_StorageSemanticsNone,
                    gl_SemanticsRelaxed);
}

// `state`: as it was seen.
uint sumOf(uint state, const uint column) {
  for (uint looks = 0u; looks < PATIENCE && state == 0u; ++looks) state = sumState(column);
  return state != 0u ? state & ((1u << VKSORT_RADIX_STATE_BITS) - 1u) : sumColumn(column, 0u, 1u, rowCount());
}
