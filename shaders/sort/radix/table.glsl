// Tables of counts by tile and digit. Where a pass sums one up two digits share a word, as no tile has 2^16 elements.

const bool SHARED_WORDS = OFFSETS != VKSORT_RADIX_BY_SUMMED_TABLE;
const uint ROW = SHARED_WORDS ? DIGITS / 2u : DIGITS;  // words of a tile

// Rows of what counts all digits: of each workgroup its counts of keys, by pass and digit.
// As many as workgroups that count: as tiles, at most.
uint rowCount() {
  return min(DEVICE_COUNT != 0u ? tilesOf(elementCount()) : pass.tiles, VKSORT_RADIX_HISTOGRAM_GROUPS);
}
uint rowWords() { return (pass.passes - pass.value_passes) * DIGITS; }
uint rowOf(const uint group) { return at(pass.table) + group * rowWords(); }
// Of `rows`, see VKSORT_RADIX_NOTE_WORDS.
uint noteOf(const uint group, const uint rows) { return rowOf(rows) + VKSORT_RADIX_NOTE_WORDS * group; }

// Word of the scratch memory where a tile's row is, of the only table, or, where they take turns, of a pass' table.
uint rowAt(const uint tile) { return at(pass.table) + tile * ROW; }
uint rowFor(const uint index, const uint tile) { return rowAt(index % 3u * pass.tiles + tile); }

uint wordOf(const uint digit) { return SHARED_WORDS ? digit >> 1u : digit; }
uint oneOf(const uint digit) { return SHARED_WORDS ? 1u << 16u * (digit & 1u) : 1u; }

// From the counters of a workgroup, by all its invocations.
#define STORE_ROW(tile, counters)                                                        \
  for (uint i = t; i < ROW; i += INVOCATIONS) {                                          \
    scratch[rowAt(tile) + i] =                                                           \
        SHARED_WORDS ? counters[2u * i] | counters[2u * i + 1u] << 16u : counters[i];    \
  }
