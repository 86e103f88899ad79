// Compaction in two dispatches: writes the indices of the kept elements in their original order, and their number. Each
// invocation processes ROWS elements of a tile. Shared memory contains a word per element and two sums per invocation.
// No workgroup waits for another one.
//   MARK: stores a bit per element and the number of kept elements per tile.
//   PLACE (place.glsl): sums the numbers of earlier tiles, and writes indices.
// Kept elements:
//   -DVKSORT_RUNS: the heads of runs, which differ from their predecessors.
//   -DVKSORT_CULLS: elements whose key is in a range.
//   -DVKSORT_SELECTS: elements below the k-th key (select.glsl), and then elements equal to it, up to k in all.
//     NARROW finds a digit of the k-th key. SELECT_ROWS does everything for a row in one workgroup.
// Source: G. Blelloch, "Prefix Sums and Their Applications" (1990).
#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
#include "toolkit.glsl"

layout(constant_id = VKSORT_TOOLKIT_TASK) const uint TASK = VKSORT_TOOLKIT_MARK;
layout(std430, set = 0, binding = VKSORT_TOOL_COUNT_TARGET) writeonly buffer Kept { uint count_target[]; };
layout(std430, set = 0, binding = VKSORT_TOOL_SCRATCH) buffer Scratch { uint scratch[]; };

const uint ROWS = VKSORT_TOOLKIT_ROWS;
const uint TILE = INVOCATIONS * ROWS;
const uint ELEMENT_BITS = 1u | 1u << ROWS;
#define EACH(i) [[unroll]] for (uint i = 0u; i < ROWS; ++i)

// Words per invocation of PLACE.
const uint MARKS = VKSORT_TOOLKIT_MARKS;
uint marks[MARKS];
#define EACH_MARK(w) [[unroll]] for (uint w = 0u; w < MARKS; ++w)

// MARK: bits per invocation. PLACE: kept elements of the tile. NARROW: counters of digits.
#ifdef VKSORT_SELECTS
shared uint exchanged[TILE + VKSORT_TOOLKIT_BINS / 2u];  // at least half of the bins
#else
shared uint exchanged[TILE];
#endif
shared uint sums[2u * INVOCATIONS];
shared uint totals[2];  // kept, and kept while k has room

// Inclusive. sums[last] is the total.
uint sumUpTo(const uint value, const uint t, out uint last) {
  uint sum = value, from = 0u;
  sums[t] = sum;
  barrier();
  for (uint distance = 1u; distance < INVOCATIONS; distance *= 2u) {
    if (t >= distance) sum += sums[from + t - distance];
    from = INVOCATIONS - from;
    sums[from + t] = sum;
    barrier();
  }
  last = from + INVOCATIONS - 1u;
  return sum;
}

uint tileWord(const uint tile) { return push.kept.first_tile + tile; }
uint markWord(const uint tile, const uint t) {
  return tileWord(ceilOf(push.source.max_count, TILE)) + tile * INVOCATIONS + t;
}

void writeCount(const uint kept) {
  count_target[push.kept.count_word] = kept;
  const uint groups_word = push.kept.groups_word;
  if (groups_word != VKSORT_TOOL_NO_WORD) count_target[groups_word] = ceilOf(kept, push.kept.per_workgroup);
}

uint row_first = 0u;

#ifdef VKSORT_SELECTS
#include "select.glsl"
#else
uint countOf(const uint bits) { return bitCount(bits); }
const uint KEY_WORDS = 1u;
#endif

// Bit i is set if element first + i * INVOCATIONS is kept, and bit ROWS + i if it is kept as long as k has room.
// Indices past the count are clamped, because with a branch each load would wait for the one before.
uint findKept(const uint first, const uint n) {
#define CLAMPED(i) clamped(first + (i) * INVOCATIONS)
  uint kept = 0u;
#if defined(VKSORT_CULLS)
  uint key[ROWS];
  EACH(i) key[i] = source[wordOf(CLAMPED(i))];
  EACH(i) {
    const uint order = orderFromBits(key[i], push.keys.mask, push.keys.flip, 0u);
    kept |= order >= push.lowest && order <= push.highest ? 1u << i : 0u;
  }
#elif defined(VKSORT_SELECTS)
  kept = compareToThreshold(first, n, push.digits);
#else
  uint differs[ROWS];  // from the previous element
  EACH(i) differs[i] = first + i * INVOCATIONS == 0u ? 1u : 0u;
#define ADD_DIFFERENCES(word, mask)                                          \
  {                                                                          \
    uint here[ROWS], before[ROWS];                                           \
    EACH(i) here[i] = source[wordOf(CLAMPED(i)) + word];                     \
    EACH(i) before[i] = source[wordOf(max(CLAMPED(i), 1u) - 1u) + word];     \
    EACH(i) differs[i] |= (here[i] ^ before[i]) & mask;                      \
  }
  ADD_DIFFERENCES(0u, push.bits.mask_low)
  if (push.bits.mask_high != 0u) {
    ADD_DIFFERENCES(1u, push.bits.mask_high)
  }
  EACH(i) kept |= differs[i] != 0u ? 1u << i : 0u;
#endif
  EACH(i) kept &= first + i * INVOCATIONS < n ? ~0u : ~(ELEMENT_BITS << i);
  return kept;
}

// Returns the bits of ROWS adjacent elements, and counts the tile in totals[0].
uint bitsOf(const uint tile, const uint n, const uint t) {
  const uint kept = findKept(tile * TILE + t, n);
  if (t == 0u) totals[0] = 0u;
  exchanged[t] = kept;
  barrier();
  if (kept != 0u) atomicAdd(totals[0], countOf(kept));
  // Bit b belongs to element t * ROWS + b. These elements are in the same row of ROWS invocations.
  const uint row = t * ROWS / INVOCATIONS, begin = t * ROWS % INVOCATIONS;
  uint bits = 0u;
  EACH(i) {
    const uint b = (i + t) % ROWS;  // avoids bank conflicts
    bits |= (exchanged[begin + b] >> row & ELEMENT_BITS) << b;
  }
  barrier();
  return bits;
}

void mark(const uint n, const uint t) {
  for (uint tile = workgroup(); tile < ceilOf(n, TILE); tile += gl_NumWorkGroups.x * gl_NumWorkGroups.y) {
    scratch[markWord(tile, t)] = bitsOf(tile, n, t);
    if (t == 0u) scratch[tileWord(tile)] = totals[0];
  }
}

#include "place.glsl"

#ifdef VKSORT_SELECTS
void selectRow(uint n, const uint t) {
  if (workgroup() >= push.rows) return;
  if (t == 0u && workgroup() == 0u) writeCount(min(n, maxSelected()));
  row_first = workgroup() * push.row_stride;
  if (push.segments_in != 0u) {
    const uint segment = push.first_segment + 2u * workgroup();
    row_first = min(segments[segment], push.segments_in);
    n = min(n, min(segments[segment + 1u], push.segments_in - row_first));
  }
  takeThreshold(0u, n, t);
  for (uint digit = 0u; digit < push.digits; ++digit) {
    countDigits(digit, 0u, 1u, n, t);
    findDigit(digit, t);
  }
  room = threshold[2];
  uint base = workgroup() * push.k;
  for (uint tile = 0u; tile < ceilOf(n, TILE); ++tile) {
    EACH_MARK(w) marks[w] = 0u;
    marks[0] = bitsOf(tile, n, t);
    base += placeMarks(tile, 1u, base, t);
  }
}
#endif

void main() {
  const uint t = gl_LocalInvocationIndex, n = elementCount();
#ifdef VKSORT_SELECTS
  if (TASK == VKSORT_TOOLKIT_NARROW) narrow(n, t);
  if (TASK == VKSORT_TOOLKIT_SELECT_ROWS) selectRow(n, t);
  if (TASK == VKSORT_TOOLKIT_MARK) takeThreshold(push.digits, n, t);
#endif
  if (TASK == VKSORT_TOOLKIT_MARK) mark(n, t);
  if (TASK == VKSORT_TOOLKIT_PLACE) place(n, t);
}
