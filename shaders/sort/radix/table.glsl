// Tables of counts by tile and digit.
//   first table: two digits share a word, as no tile has 2^16 elements.
//   summed table: one word a digit: what the tiles before have; behind the last row, what all tiles have.

#ifndef TABLE_OF
#define TABLE_OF OFFSETS
#endif
#define SHARES_WORDS (TABLE_OF == VKSORT_RADIX_FIRST_TABLE)
#define ROW (SHARES_WORDS ? DIGITS / 2u : DIGITS)  // words of a tile
uint rowWords() { return ROW; }
uint rowAt(const uint tile) { return at(pass.table) + tile * ROW; }
