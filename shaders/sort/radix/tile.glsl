// What a workgroup of pass.comp has of its tile: constants, shared memory and registers. After common.glsl and words.glsl.

layout(constant_id = VKSORT_RADIX_SUBGROUP_LOG2) const uint SUBGROUP_LOG2 = 2;
layout(constant_id = VKSORT_RADIX_OFFSETS) const uint OFFSETS = VKSORT_RADIX_LOOK_BACK;
layout(constant_id = VKSORT_RADIX_PARTS) const uint PARTS = 1;
layout(constant_id = VKSORT_RADIX_SHARED_WORDS) const uint SHARED_WORDS = 1;
layout(constant_id = VKSORT_RADIX_RANKING) const uint RANKING = 0;

const uint TILE = INVOCATIONS * ELEMENTS;
const uint PART = TILE / PARTS;
const uint SUBGROUP = 1u << SUBGROUP_LOG2;
const uint SUBGROUPS = INVOCATIONS >> SUBGROUP_LOG2;
const bool LOOKS_BACK = OFFSETS != VKSORT_RADIX_SUMMED_TABLE;
// Whether this pass takes the first table, and counts the digits of the passes behind it.
bool isFirst() { return OFFSETS == VKSORT_RADIX_FIRST_TABLE && pass.index == 0u; }
bool looksBack() { return LOOKS_BACK && !isFirst(); }
// Digits per owning invocation. The first OWNERS invocations own all digits.
const uint OWNED = INVOCATIONS >= DIGITS ? 1u : DIGITS / INVOCATIONS;
const uint OWNERS = DIGITS / OWNED;
const uint MISSING = 0xffffffffu;  // stands behind the last element

#define EACH_OWNED(j) [[dont_unroll]] for (uint j = 0u; j < OWNED; ++j)
#define EACH_PART(p) [[unroll]] for (uint p = 0u; p < PARTS; ++p)
#define EACH_OF_PART(i) [[unroll]] for (uint i = 0u; i < ELEMENTS / PARTS; ++i)

// Arrays in shared memory. Each phase has its own names for them, and a barrier separates two phases.
//   phase               shared_words     by_digit               also_by_digit
//   sum a first table   later_counters   table_totals           table_before
//   count and rank      rank_counters
//   scan                rank_counters    tile_sums, total_sums  out_of_order
//   look back and move  exchanged        digit_offsets          stuck_tile, out_of_order
//   count a stuck tile  exchanged        counted_again          stuck_tile, out_of_order
// A first pass also needs later_counters in all phases up to the move.
const uint COUNTERS = SUBGROUPS * DIGITS;
const uint LATER = COUNTERS > PART ? COUNTERS : PART;
shared uint shared_words[SHARED_WORDS];
#define rank_counters shared_words                   // by counterOf()
#define exchanged shared_words                       // a word of each element of a part, by its place
#define later_counters(i) shared_words[LATER + (i)]  // counts of the later digits in a first pass
shared uint by_digit[DIGITS];
#define table_totals by_digit                        // sums of all rows
#define tile_sums(s) by_digit[s]                     // sums of the tile by subgroup
#define total_sums(s) by_digit[64u + (s)]            // sums of all tiles by subgroup
#define digit_offsets by_digit                       // distance from the place in the tile to the place among all
#define counted_again by_digit                       // counts of countTile()
shared uint also_by_digit[DIGITS];
#define table_before also_by_digit                   // sums of the rows before the tile
#define stuck_tile also_by_digit[0]                  // tile whose counts must be counted again, plus 1, or 0
#define out_of_order also_by_digit[1]                // 1 if the tile is out of order

uint key[ELEMENTS];    // a word of each element, as its order: first the one that has the digit
uint place[ELEMENTS];  // in the tile
#ifndef VKSORT_ONE_WORD
// The word that changes places as w-th: first the one that has the digit.
uint wordAt(const uint w) { return w == 0u ? pass.word : w == 1u ? (pass.word == 0u ? 1u : 0u) : pass.word == 2u ? 1u : 2u; }
uint other[ELEMENTS];  // the word that follows,
const bool LOADS_EARLY = ELEMENTS <= 8u && WORDS == 2u;  // where registers allow that it is loaded with the first
#define LOAD_NEXT(w, first, n)                    \
  {                                               \
    if (LOADS_EARLY) {                            \
      EACH_ELEMENT(i) key[i] = other[i];          \
    } else {                                      \
      LOAD(key, wordAt(w), first, SUBGROUP, n)    \
    }                                             \
  }
#endif

// Of the invocation's digits:
uint all[OWNED];     // elements of them among all,
uint before[OWNED];  // in the tiles before,
uint mine[OWNED];    // and in the tile;
uint rest[OWNED];    // tiles whose counts are not added yet;
uint from[OWNED];    // where they begin among all, less where they begin in the tile
