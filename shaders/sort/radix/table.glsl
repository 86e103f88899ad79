// Tables of counts by tile and digit. Where a pass sums one up two digits share a word, as no tile has 2^16 elements.

const bool SHARED_WORDS = OFFSETS != VKSORT_RADIX_BY_SUMMED_TABLE;
const uint ROW = SHARED_WORDS ? DIGITS / 2u : DIGITS;  // words of a tile

// BY_ROWS: of those that count, whose rows have all digits of all passes.
uint rowCount() { return min(pass.tiles, VKSORT_RADIX_HISTOGRAM_GROUPS); }
uint rowOf(const uint group) { return at(pass.table) + group * pass.passes * DIGITS; }

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
