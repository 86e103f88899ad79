// Compaction in two dispatches: writes the indices of the elements that are kept, in their order, and their number.
//   MARK: a workgroup finds which elements of its tile are kept. It stores a bit for each, and their number.
//   PLACE: a workgroup sums the numbers of the tiles before its own, and writes the indices of what its tiles keep.
// No workgroup waits for another one.
//   without definitions: keeps the heads of runs, elements that differ from the one before them.
//   -DVKSORT_CULLS: keeps what the host's keep() keeps. PLACE asks it again for the keys of what is kept.
// Source: G. Blelloch, "Prefix Sums and Their Applications" (1990).
#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
#ifdef VKSORT_CULLS
#include "keep.glsl"  // names the host's file; first, so that its #extension is. See key_generator.cmake
#endif
#include "toolkit.glsl"

layout(constant_id = VKSORT_TOOLKIT_TASK) const uint TASK = VKSORT_TOOLKIT_MARK;

#define EACH(i) [[unroll]] for (uint i = 0u; i < ROWS; ++i)

shared uint exchanged[TILE];  // MARK: the bits of each invocation; PLACE: what the tile keeps
shared uint sums[2u * INVOCATIONS];
shared uint total;

// Whether each of the elements first + i * INVOCATIONS is kept: bit i. Past the count an index is clamped, and no
// branch lies between loads, since it would wait for each load before the next.
uint findKept(const uint first, const uint n) {
#define CLAMPED(i) min(first + (i) * INVOCATIONS, push.count - 1u)
  uint kept = 0u;
#ifdef VKSORT_CULLS
  uint key;
  EACH(i) kept |= keep(CLAMPED(i), key) ? 1u << i : 0u;
#else
  uint differs[ROWS];  // bits in which an element differs from the one before
  EACH(i) differs[i] = first + i * INVOCATIONS == 0u ? 1u : 0u;
#define ADD_DIFFERENCES(word, mask)                                          \
  {                                                                          \
    uint here[ROWS], before[ROWS];                                     \
    EACH(i) here[i] = keys[wordOf(CLAMPED(i)) + word];                       \
    EACH(i) before[i] = keys[wordOf(max(CLAMPED(i), 1u) - 1u) + word];       \
    EACH(i) differs[i] |= (here[i] ^ before[i]) & mask;                      \
  }
  ADD_DIFFERENCES(0u, push.mask_low)
  if (push.mask_high != 0u) ADD_DIFFERENCES(1u, push.mask_high)
  EACH(i) kept |= differs[i] != 0u ? 1u << i : 0u;
#endif
  EACH(i) kept &= first + i * INVOCATIONS < n ? ~0u : ~(1u << i);
  return kept;
}

// Each word of bits has ROWS neighbours.
void mark(const uint tile, const uint n, const uint t) {
  if (tile * TILE >= n) return;
  const uint kept = findKept(tile * TILE + t, n);
#ifdef VKSORT_CULLS
  barrier();  // the host's keep() may have divided the workgroup
#endif
  if (t == 0u) total = 0u;
  exchanged[t] = kept;
  barrier();
  atomicAdd(total, bitCount(kept));
  // Bit b is element t * ROWS + b, which is in one row of ROWS invocations.
  const uint row = t * ROWS / INVOCATIONS, begin = t * ROWS % INVOCATIONS;
  uint bits = 0u;
  EACH(i) {
    const uint b = (i + t) % ROWS;  // invocations read different banks
    bits |= (exchanged[begin + b] >> row & 1u) << b;
  }
  scratch[markWord(tile, t)] = bits;
  barrier();
  if (t == 0u) scratch[push.first_scratch + tile] = total;
}

// The sum of the values of all invocations up to and with `t`; sums[] has that of all at `last`.
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

// Kept elements change places in shared memory, so that neighbours are stored together. Returns how many there are.
uint placeTile(const uint tile, const uint base, const uint t) {
  const uint bits = scratch[markWord(tile, t)];
  uint last;
  uint place = sumUpTo(bitCount(bits), t, last) - bitCount(bits);
  const uint count = sums[last];
  for (uint rest = bits; rest != 0u; rest &= rest - 1u) exchanged[place++] = t * ROWS + uint(findLSB(rest));
  barrier();
#define STORE(range, first_of_range, values) \
  EACH(i) if (first + i * INVOCATIONS < count) range[first_of_range + base + first + i * INVOCATIONS] = values[i];
  for (uint first = t; first < count; first += ROWS * INVOCATIONS) {
    uint index[ROWS];
    EACH(i) index[i] = tile * TILE + exchanged[min(first + i * INVOCATIONS, count - 1u)];
    STORE(payloads, push.first_payload, index)
#ifdef VKSORT_CULLS
    if (push.words != 2u) continue;
    uint key[ROWS];
    EACH(i) keep(index[i], key[i]);
    STORE(keys, push.first_key, key)
#endif
  }
  barrier();  // behind it the shared memory is free again; the host's keep() may have divided the workgroup
  return count;
}

void place(const uint n, const uint t) {
  const uint tiles = ceilOf(n, TILE), first = workgroup() * push.tiles_each;
  if (first >= tiles && workgroup() != 0u) return;
  if (t == 0u) total = 0u;
  barrier();
  uint before = 0u;
  for (uint tile = t; tile < first; tile += INVOCATIONS) before += scratch[push.first_scratch + tile];
  atomicAdd(total, before);
  barrier();
  uint base = total;
  const uint end = min(first + push.tiles_each, tiles);
  for (uint tile = first; tile < end; ++tile) base += placeTile(tile, base, t);
  if (t == 0u && end == tiles) writeCount(base, n);
}

void main() {
  const uint t = gl_LocalInvocationIndex, n = elementCount();
  if (TASK == VKSORT_TOOLKIT_MARK) {
    mark(workgroup(), n, t);
  } else {
    place(n, t);
  }
}
