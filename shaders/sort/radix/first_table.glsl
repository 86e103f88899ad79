// Each workgroup sums the first table itself. It also counts the digits of the later passes, which look back.

layout(constant_id = VKSORT_RADIX_ROWS) const uint ROWS_AT_ONCE = 16;

const uint ROW = DIGITS / 2u;  // words per tile

// Each group of ROW invocations adds a share of the rows.
void sumTable(const uint rows, const uint t) {
  const uint shares = INVOCATIONS > ROW ? INVOCATIONS / ROW : 1u;
  for (uint word = t % ROW; word < ROW; word += INVOCATIONS) {
    uvec2 all = uvec2(0u), before = uvec2(0u);
    for (uint row = t / ROW; row < rows; row += shares * ROWS_AT_ONCE) {
      uint count[ROWS_AT_ONCE];
      [[unroll]] for (uint i = 0u; i < ROWS_AT_ONCE; ++i) {
        count[i] = scratch[rowAt(min(row + i * shares, rows - 1u), ROW) + word];
      }
      [[unroll]] for (uint i = 0u; i < ROWS_AT_ONCE; ++i) {
        const uint of_row = row + i * shares;
        const uvec2 of_digits = uvec2(count[i] & 0xffffu, count[i] >> 16u);
        all += of_row < rows ? of_digits : uvec2(0u);
        before += of_row < ownTile() ? of_digits : uvec2(0u);
      }
    }
    atomicAdd(table_totals[2u * word], all.x);
    atomicAdd(table_totals[2u * word + 1u], all.y);
    atomicAdd(table_before[2u * word], before.x);
    atomicAdd(table_before[2u * word + 1u], before.y);
  }
}

// Passes and counters start at pass 1.
WordDigits laterDigitsOf(const uint word) {
  WordDigits digits = digitsOf(word);
  if (digits.first != 0u || digits.count == 0u) return WordDigits(digits.first - 1u, digits.shift, digits.count);
  return WordDigits(0u, digits.shift + 8u, digits.count - 1u);
}

void countLaterDigits(const WordDigits later, const uint order) {
  [[unroll]] for (uint d = 0u; d < 4u; ++d) {
    const uint counter = passCounter(later, d, order);
    if (d < later.count) atomicAdd(later_counters(counter), 1u);
  }
}
#define COUNT_LATER(word, orders, first, n)           \
  {                                                   \
    const WordDigits later = laterDigitsOf(word);     \
    if (later.count != 0u) EACH_ELEMENT(i) {          \
      if (first + i * SUBGROUP >= n) continue;        \
      countLaterDigits(later, orders[i]);             \
    }                                                 \
  }

void addLaterCounts(const uint t) {
  for (uint i = t; i < (pass.passes - 1u) * DIGITS; i += INVOCATIONS) {
    const uint count = later_counters(i);
    if (count != 0u) atomicAdd(scratch[at(DIGITS) + i], count);
  }
}
