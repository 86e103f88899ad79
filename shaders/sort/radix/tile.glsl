// Constants, shared memory and registers of pass.comp. Include common.glsl and words.glsl first.

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
// The tile that a workgroup moves. GPUs start workgroups in this order, so the tiles it waits for are already being
// processed. Any other order is only slower.
uint ownTile() { return workgroup(); }
Part partWith(const uint tile) {
  if (LISTED) return partOf(tile);
  return Part(0u, range_count, 0u, 0u);
}
bool isFirst() {
  return OFFSETS == VKSORT_RADIX_FIRST_TABLE && pass.index == 0u && (!LISTED || pass.tiles == 0u);
}
bool looksBack() { return LOOKS_BACK && !isFirst(); }
// The first OWNERS invocations own all digits.
const uint OWNED = INVOCATIONS >= DIGITS ? 1u : DIGITS / INVOCATIONS;
const uint OWNERS = DIGITS / OWNED;
const uint MISSING = 0xffffffffu;  // follows the last element
const uint UNKNOWN = 0xffffffffu;  // totals of a segment with one tile, which are its counts

#define EACH_OWNED(j) [[dont_unroll]] for (uint j = 0u; j < OWNED; ++j)
#define EACH_PART(p) [[unroll]] for (uint p = 0u; p < PARTS; ++p)
#define EACH_OF_PART(i) [[unroll]] for (uint i = 0u; i < ELEMENTS / PARTS; ++i)

// Shared memory. Phases reuse the arrays under different names and are separated by barriers.
//   phase               shared_words     by_digit               also_by_digit
//   sum a first table   later_counters   table_totals           table_before
//   count and rank      rank_counters
//   scan                rank_counters    tile_sums, total_sums  out_of_order
//   look back and move  exchanged        digit_offsets          stuck_tile, out_of_order
//   count a stuck tile  exchanged        counted_again          stuck_tile, out_of_order
// A first pass also uses later_counters in all phases before the move.
const uint COUNTERS = SUBGROUPS * DIGITS;
const uint LATER = COUNTERS > PART ? COUNTERS : PART;
shared uint shared_words[SHARED_WORDS];
#define rank_counters shared_words
#define exchanged shared_words                       // by place
#define later_counters(i) shared_words[LATER + (i)]
shared uint by_digit[DIGITS];
#define table_totals by_digit
#define tile_sums(s) by_digit[s]                     // per subgroup
#define total_sums(s) by_digit[64u + (s)]
#define digit_offsets by_digit                       // global position minus place
#define counted_again by_digit
shared uint also_by_digit[DIGITS];
#define table_before also_by_digit
#define stuck_tile also_by_digit[0]                  // plus 1, or 0
#define out_of_order also_by_digit[1]

uint key[ELEMENTS];    // converted to its order; the word that contains the digit comes first
uint place[ELEMENTS];  // index in the sorted tile
#ifndef VKSORT_ONE_WORD
// The w-th word to exchange, starting with the word that contains the digit.
uint wordAt(const uint w) { return w == 0u ? pass.word : w == 1u ? (pass.word == 0u ? 1u : 0u) : pass.word == 2u ? 1u : 2u; }
uint other[ELEMENTS];  // next word
const bool LOADS_EARLY = ELEMENTS <= 8u && WORDS == 2u;  // if there are enough registers
#define LOAD_NEXT(w, first, n)                    \
  {                                               \
    if (LOADS_EARLY) {                            \
      EACH_ELEMENT(i) key[i] = other[i];          \
    } else {                                      \
      LOAD(key, wordAt(w), first, SUBGROUP, n)    \
    }                                             \
  }
#endif

// For each owned digit:
uint all[OWNED];     // in all tiles
uint before[OWNED];  // in earlier tiles of the part, plus its first element
uint mine[OWNED];    // in this tile
uint rest[OWNED];    // end of the tiles to add
uint from[OWNED];    // global start minus the start in the tile
