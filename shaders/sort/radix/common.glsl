#include "interface.h"

layout(local_size_x_id = VKSORT_RADIX_WORKGROUP) in;
layout(constant_id = VKSORT_RADIX_ELEMENTS) const uint ELEMENTS = 1;
layout(push_constant, std430) uniform PushBlock { Push push; RadixPush pass; };
layout(std430, set = 0, binding = VKSORT_BINDING_COUNT) readonly buffer Counts { uint counts[]; };
layout(std430, set = 0, binding = VKSORT_BINDING_SCRATCH) buffer Scratch { uint scratch[]; };

const uint DIGITS = VKSORT_RADIX_DIGITS;
const uint INVOCATIONS = gl_WorkGroupSize.x;

#define EACH_ELEMENT(i) [[unroll]] for (uint i = 0u; i < ELEMENTS; ++i)

uint elementCount() {
  uint n = push.count;
  if (push.is_indirect != 0u) n = min(counts[push.first_at_2], n);
  return n;
}

uint ceilOf(const uint n, const uint unit) { return n / unit + (n % unit != 0u ? 1u : 0u); }
uint tilesOf(const uint n) { return ceilOf(n, pass.tile); }

uint at(const uint word) { return push.first_scratch + word; }

uint workgroup() { return gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x; }

// elementCount(). main() calls it outside of branches, because lavapipe loads the count even in branches it skips.
uint range_count;

// The range, or a segment. Each part is sorted on its own.
struct Part {
  uint first, end;  // elements
  uint first_tile;  // counted over all parts, like the tiles of a pass
  uint histogram;   // word of the scratch memory, or 0 for a segment with a single tile
};
// Empty if there are fewer tiles.
Part partOf(const uint tile) {
  if (pass.tiles == 0u) return Part(0u, range_count, 0u, 0u);
  if (tile >= scratch[at(pass.tiles)]) return Part(0u, 0u, 0u, 0u);
  const uint entry = at(pass.tiles) + (tile + 1u) * VKSORT_TILE_WORDS;
  return Part(scratch[entry], scratch[entry + 1u], scratch[entry + 2u], scratch[entry + 3u]);
}

uint tileCount() { return pass.tiles == 0u ? tilesOf(range_count) : scratch[at(pass.tiles)]; }

uint digitAt(const uint shift, const uint order) { return order >> shift & (DIGITS - 1u); }
uint digitOf(const uint order) { return digitAt(pass.shift, order); }

// Consecutive passes sort the digits of a word, 8 bits apart.
struct WordDigits {
  uint first;  // pass
  uint shift;  // in this pass
  uint count;
};
WordDigits digitsOf(const uint word) {
  const uint packed = word == 2u ? pass.digits_2 : pass.digits_01 >> 16u * word;
  return WordDigits(packed & 15u, packed >> 4u & 31u, packed >> 9u & 7u);
}

// d < 4. Past the last digit, any valid index.
uint passCounter(const WordDigits digits, const uint d, const uint order) {
  return (digits.first + d) * DIGITS + digitAt(min(digits.shift + 8u * d, 31u), order);
}

// Words per row of a count table, which contains one row per tile.
//   first table: two digits share a word, because tiles have fewer than 2^16 elements
//   summed table: one word per digit contains the sum over earlier tiles; a final row contains the totals
uint rowWords(const uint table) { return table == VKSORT_RADIX_FIRST_TABLE ? DIGITS / 2u : DIGITS; }
uint rowAt(const uint tile, const uint row_words) { return at(pass.table) + tile * row_words; }
