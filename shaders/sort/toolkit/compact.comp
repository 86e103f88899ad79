// Compaction in one dispatch: writes the indices of the elements that are kept, in their order, and their number.
// A workgroup finds which elements of its tile are kept, publishes how many, looks back at the tiles before, and stores.
// Without look-back it stores its tile in scratch memory, and a step moves it.
//   without definitions: keeps the heads of runs, elements that differ from the one before them.
//   -DVKSORT_CULLS: keeps what the host's keep() keeps, and stores keys, too.
// Sources: D. Merrill, M. Garland, "Single-pass Parallel Prefix Scan with Decoupled Look-back" (2016); T. Smith, R.
// Levien, J. Owens, "Decoupled Fallback" (2025): a tile that is not published in time is counted again.
#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
#extension GL_KHR_memory_scope_semantics : require
#ifdef VKSORT_CULLS
#include "keep.glsl"  // names the host's file; first, so that its #extension is. See key_generator.cmake
#endif
#include "toolkit.glsl"

layout(constant_id = VKSORT_TOOLKIT_LOOKS_BACK) const uint LOOKS_BACK = 1;
layout(constant_id = VKSORT_TOOLKIT_SPIN_LIMIT) const uint SPIN_LIMIT = 64;

const uint ROWS = VKSORT_TOOLKIT_ROWS;
#define EACH_ROW(i) [[unroll]] for (uint i = 0u; i < ROWS; ++i)

uint key[ROWS];    // of the elements begin + i * INVOCATIONS + t,
uint place[ROWS];  // where they go in the tile,
uint kept;         // and whether they are kept, a bit for each

shared uvec4 sums[2u * INVOCATIONS];  // two rows in each word
shared uint exchanged[TILE];
shared uint nearest, window_sum;

#define CLAMPED(i) min(first + (i) * INVOCATIONS, push.count - 1u)

// Finds which elements of a tile are kept. Past the count an index is clamped, and no branch lies between loads: it would
// wait for each load before the next.
void findKept(const uint tile, const uint n, const uint t) {
  const uint first = tile * TILE + t;
  kept = 0u;
#ifdef VKSORT_CULLS
  EACH_ROW(i) kept |= keep(CLAMPED(i), key[i]) ? 1u << i : 0u;
#else
  uint differs[ROWS];  // bits in which an element differs from the one before
  EACH_ROW(i) differs[i] = first + i * INVOCATIONS == 0u ? 1u : 0u;
#define ADD_DIFFERENCES(word, mask)                                          \
  {                                                                          \
    uint here[ROWS], before[ROWS];                                           \
    EACH_ROW(i) here[i] = keys[wordOf(CLAMPED(i)) + word];                   \
    EACH_ROW(i) before[i] = keys[wordOf(max(CLAMPED(i), 1u) - 1u) + word];   \
    EACH_ROW(i) differs[i] |= (here[i] ^ before[i]) & mask;                  \
  }
  ADD_DIFFERENCES(0u, push.mask_low)
  if (push.mask_high != 0u) ADD_DIFFERENCES(1u, push.mask_high)
  EACH_ROW(i) kept |= differs[i] != 0u ? 1u << i : 0u;
#endif
  EACH_ROW(i) kept &= first + i * INVOCATIONS < n ? 0xffu : ~(1u << i);
}

// Finds the places in the tile. Returns how many elements are kept there.
uint scan(const uint t) {
  const uvec4 rows = uvec4(kept, kept >> 2u, kept >> 4u, kept >> 6u);
  const uvec4 mine = (rows & 1u) | (rows & 2u) << 15u;
  uvec4 sum = mine;
  uint from = 0u;
  sums[t] = sum;
  barrier();
  for (uint distance = 1u; distance < INVOCATIONS; distance *= 2u) {
    if (t >= distance) sum += sums[from + t - distance];
    from = INVOCATIONS - from;
    sums[from + t] = sum;
    barrier();
  }
  const uvec4 all = sums[from + INVOCATIONS - 1u], before = sum - mine;
  uint total = 0u;
  EACH_ROW(i) {
    place[i] = total + (before[i / 2u] >> 16u * (i % 2u) & 0xffffu);
    total += all[i / 2u] >> 16u * (i % 2u) & 0xffffu;
  }
  return total;
}

// By one invocation. A published state is true whoever publishes it.
void publish(const uint tile, const uint status, const uint count) {
  atomicStore(scratch[push.first_scratch + tile], count << VKSORT_TOOLKIT_STATUS_BITS | status, gl_ScopeDevice,
              gl_StorageSemanticsNone, gl_SemanticsRelaxed);
}
uint stateOf(const uint tile) {
  return atomicLoad(scratch[push.first_scratch + tile], gl_ScopeDevice, gl_StorageSemanticsNone, gl_SemanticsRelaxed);
}
void publishCount(const uint tile, const uint count) {
  publish(tile, tile == 0u ? VKSORT_TOOLKIT_PREFIX : VKSORT_TOOLKIT_TILE_COUNT, count);
}

// In place of a workgroup that has not published. By all of a workgroup; replaces what it knows of its own tile.
void countTile(const uint tile, const uint n, const uint t) {
  if (t == 0u) window_sum = 0u;
  barrier();
  findKept(tile, n, t);
  atomicAdd(window_sum, bitCount(kept));
  barrier();
  if (t == 0u) publishCount(tile, window_sum);
}

const uint LOOKERS = 32u, LOOKED = 8u;  // invocations that look at states, and the states of each
const uint NOTHING = 0xffffffffu;
#define EACH_LOOKED(i) [[unroll]] for (uint i = 0u; i < LOOKED; ++i)

// What is kept in the tiles before, window by window. A sum ends at the nearest tile whose state is a prefix or missing.
// By all of a workgroup.
uint lookBack(const uint tile, const uint n, const uint t) {
  uint end = tile, sum = 0u, spins = 0u;
  while (end != 0u) {
    if (t == 0u) nearest = NOTHING;
    barrier();
    if (t == 0u) window_sum = 0u;
    uint seen[LOOKED];
    if (t < LOOKERS) {
      EACH_LOOKED(i) seen[i] = stateOf(end - 1u - min(i * LOOKERS + t, end - 1u));
      uint mine = NOTHING;  // distance from `end`, times 2, plus 1 if the tile is missing
      EACH_LOOKED(i) {
        const uint back = i * LOOKERS + t;
        if (back >= end) seen[i] = VKSORT_TOOLKIT_PREFIX;  // of nothing, before tile 0
        const uint status = seen[i] & (1u << VKSORT_TOOLKIT_STATUS_BITS) - 1u;
        if (status != VKSORT_TOOLKIT_TILE_COUNT) mine = min(mine, 2u * back + (status == 0u ? 1u : 0u));
      }
      atomicMin(nearest, mine);
    }
    barrier();
    const uint ended = nearest;
    if (t < LOOKERS) {
      uint mine = 0u;
      EACH_LOOKED(i) mine += i * LOOKERS + t <= ended / 2u ? seen[i] >> VKSORT_TOOLKIT_STATUS_BITS : 0u;
      atomicAdd(window_sum, mine);
    }
    barrier();
    sum += window_sum;
    if (ended != NOTHING && (ended & 1u) == 0u) break;
    end -= min(ended / 2u, LOOKERS * LOOKED);
    spins = ended == 1u ? spins + 1u : 0u;
    if (spins < SPIN_LIMIT) continue;
    barrier();
    countTile(end - 1u, n, t);
    findKept(tile, n, t);
  }
  return sum;
}

// Kept elements change places in shared memory, so that neighbours are stored together.
#define STORE(word, value, range, first_of_range)                                          \
  EACH_ROW(i) if ((kept >> i & 1u) != 0u) exchanged[place[i]] = value;                     \
  barrier();                                                                               \
  for (uint j = t; j < count; j += INVOCATIONS) {                                          \
    if (LOOKS_BACK != 0u) range[first_of_range + base + j] = exchanged[j];                 \
    else scratch[keptWord(word, base + j)] = exchanged[j];                                 \
  }

void main() {
  const uint t = gl_LocalInvocationIndex, n = elementCount();
  // Devices start workgroups in this order, so that tiles that are waited for are at work. Another order costs time.
  const uint tile = workgroup();
  if (tile != 0u && tile * TILE >= n) return;
  if (n == 0u) {
    if (t == 0u && LOOKS_BACK != 0u) writeCount(0u, 0u);
    return;
  }
  findKept(tile, n, t);
  const uint count = scan(t);
  uint base = tile * TILE;
  if (LOOKS_BACK != 0u) {
    if (t == 0u) publishCount(tile, count);
    base = lookBack(tile, n, t);
    if (t == 0u && tile != 0u) publish(tile, VKSORT_TOOLKIT_PREFIX, base + count);
    if (t == 0u && n - tile * TILE <= TILE) writeCount(base + count, n);
  } else if (t == 0u) {
    scratch[push.first_scratch + tile] = count;
  }
  STORE(0u, tile * TILE + i * INVOCATIONS + t, payloads, push.first_payload)
#ifdef VKSORT_CULLS
  if (push.words != 2u) return;
  barrier();
  STORE(1u, key[i], keys, push.first_key)
#endif
}
