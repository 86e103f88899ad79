// Behind the passes by key of a sort by value: puts the values of each run of equal keys in order. A workgroup has the
// runs that begin in its piece of the range, and sees some elements behind it, where they may end. Each element of a
// short run counts those that are to be on its other side. If there is a longer one, a network sorts what is seen, and if
// one goes on behind that, networks of its own sort it. count_values.comp sees to it that both are rare. Where a promise
// of key bits was broken and keys are out of order, short runs are all that is touched, so that no value is lost.
#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
#extension GL_KHR_memory_scope_semantics : require
#include "interface.h"
#include "elements.glsl"
#include "../elements/key.glsl"

layout(std430, set = 0, binding = VKSORT_BINDING_KEYS) buffer Keys { uint keys[]; };
layout(std430, set = 0, binding = VKSORT_BINDING_VALUES) buffer Values { uint values[]; };

const uint PIECE = INVOCATIONS * ELEMENTS;
const uint SHORT = 32u;  // elements of a run that are counted by each of them, and that are seen behind the piece
const uint SEEN = PIECE + SHORT;
const uint CHUNK = 2u * PIECE;  // values that are sorted at once

shared uint words[2u * SEEN];  // keys in their order, and behind them values; of a run that goes on values alone
shared uint any_run;           // 1: there is one
shared uint found;             // bits of what else runs there are
shared uint run_begin;         // of the run that goes on
shared uint run_end;
const uint IS_LONG = 1u, IS_DISORDERED = 2u, KEYS_ARE_NOT = 4u;

// Values are ordered as if their order ascended. What one invocation of the workgroup has stored, others load.
uint valueAt(const uint index) {
  uint bits;
  if (INTERLEAVED != 0u) {
    bits = atomicLoad(keys[interleavedWord(index)], gl_ScopeWorkgroup, gl_StorageSemanticsNone, gl_SemanticsRelaxed);
  } else {
    bits = atomicLoad(values[push.first_value + index], gl_ScopeWorkgroup, gl_StorageSemanticsNone,
                      gl_SemanticsRelaxed);
  }
  return bits ^ pass.value_flip;
}

void setValue(const uint index, const uint value) {
  const uint bits = value ^ pass.value_flip;
  if (INTERLEAVED != 0u) {
    atomicStore(keys[interleavedWord(index)], bits, gl_ScopeWorkgroup, gl_StorageSemanticsNone, gl_SemanticsRelaxed);
  } else {
    atomicStore(values[push.first_value + index], bits, gl_ScopeWorkgroup, gl_StorageSemanticsNone,
                gl_SemanticsRelaxed);
  }
}

uint keyAt(const uint index) { return orderFromBits(keys[keyWord(index)], pass.load_mask, pass.load_flip); }

void waitForAll() {
  controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, gl_StorageSemanticsBuffer | gl_StorageSemanticsShared,
                 gl_SemanticsAcquireRelease);
}

// Comparators.
void exchangeElements(const uint a, const uint b) {
  const uvec2 low = uvec2(words[a], words[SEEN + a]), high = uvec2(words[b], words[SEEN + b]);
  if (low.x < high.x || (low.x == high.x && low.y <= high.y)) return;
  words[a] = high.x;
  words[SEEN + a] = high.y;
  words[b] = low.x;
  words[SEEN + b] = low.y;
}
void exchangeWords(const uint a, const uint b) {
  const uint low = words[a], high = words[b];
  if (low <= high) return;
  words[a] = high;
  words[b] = low;
}
void exchangeValues(const uint a, const uint b) {
  const uint low = valueAt(a), high = valueAt(b);
  if (low <= high) return;
  setValue(a, high);
  setValue(b, low);
}

// One step of a network: comparators `stride` apart, a power of two, or mirrored: from both ends of each block of two
// strides inwards. All put the lesser element first, so that what is missing behind the last may stay there.
#define STEP(exchange, first, count, stride, mirrored)                                                  \
  for (uint i = t; i < ((count) + 2u * (stride) - 1u) / (2u * (stride)) * (stride); i += INVOCATIONS) { \
    const uint a = 2u * i - (i & ((stride) - 1u));                                                      \
    const uint b = (mirrored) ? a ^ (2u * (stride) - 1u) : a + (stride);                                \
    if (b < (count)) exchange((first) + a, (first) + b);                                                \
  }                                                                                                     \
  waitForAll();
#define STEPS_FROM(exchange, count, from)                      \
  for (uint stride = (from); stride != 0u; stride >>= 1) {     \
    STEP(exchange, 0u, count, stride, false)                   \
  }
#define SORT(exchange, count)                                  \
  for (uint size = 1u; size < (count); size <<= 1) {           \
    STEP(exchange, 0u, count, size, true)                      \
    STEPS_FROM(exchange, count, size >> 1)                     \
  }

// Some values of a run, in any order or, if not `whole`, as steps from half a chunk on take them.
void sortChunk(const uint begin, const uint count, const uint t, const bool whole) {
  for (uint i = t; i < count; i += INVOCATIONS) words[i] = valueAt(begin + i);
  waitForAll();
  if (whole) {
    SORT(exchangeWords, count)
  } else {
    STEPS_FROM(exchangeWords, count, CHUNK / 2u)
  }
  for (uint i = t; i < count; i += INVOCATIONS) setValue(begin + i, words[i]);
  waitForAll();
}

void sortRun(const uint begin, const uint count, const uint t) {
  for (uint i = 0u; i < count; i += CHUNK) sortChunk(begin + i, min(count - i, CHUNK), t, true);
  for (uint size = CHUNK; size < count; size <<= 1) {
    STEP(exchangeValues, begin, count, size, true)
    for (uint stride = size >> 1; stride >= CHUNK; stride >>= 1) {
      STEP(exchangeValues, begin, count, stride, false)
    }
    for (uint i = 0u; i < count; i += CHUNK) sortChunk(begin + i, min(count - i, CHUNK), t, false);
  }
}

void main() {
  const uint t = gl_LocalInvocationIndex;
  const uint n = elementCount();
  const uint groups = gl_NumWorkGroups.x * gl_NumWorkGroups.y;
  const bool in_order = scratch[at(VKSORT_RADIX_BY_VALUE_AT)] != 0u;  // as passes by value have been
  if (t == 0u) found = any_run = 0u;
  for (uint begin = workgroup() * PIECE; begin < n && !in_order; begin += groups * PIECE) {
    const uint end = min(begin + PIECE, n), seen = min(PIECE + SHORT, n - begin);
    const bool has_before = begin != 0u;
    const uint before = keyAt(max(begin, 1u) - 1u), behind = keyAt(min(begin + seen, n - 1u));
    uint key[ELEMENTS];
    EACH_ELEMENT(i) key[i] = keyAt(min(begin + i * INVOCATIONS + t, n - 1u));
    EACH_ELEMENT(i) words[i * INVOCATIONS + t] = key[i];
    for (uint i = PIECE + t; i < seen; i += INVOCATIONS) words[i] = keyAt(begin + i);
    if (t == 0u) {
      run_begin = end;
      run_end = n;
    }
    barrier();

    // The run that began before the piece is another's, and so are those that begin behind it.
    const uint last = words[end - begin - 1u];
    const bool goes_on = begin + seen < n && behind == last && !(has_before && last == before);
#define IS_MINE(i, key)                                                                                   \
  ((i) < seen && !(has_before && (key) == before) && ((i) < end - begin || (key) == last) &&              \
   (((i) != 0u && words[(i) - 1u] == (key)) || ((i) + 1u < seen && words[(i) + 1u] == (key))))
    uint own = 0u;  // a bit for each round
    for (uint i = t, bit = 1u; i < seen; i += INVOCATIONS, bit <<= 1) {
      const uint mine = words[i];
      if (i != 0u && words[i - 1u] > mine) atomicOr(found, KEYS_ARE_NOT);
      if (!IS_MINE(i, mine)) continue;
      words[SEEN + i] = valueAt(begin + i);
      if (goes_on && mine == last) atomicMin(run_begin, begin + i);
      own |= bit;
    }
    if (own != 0u) atomicOr(any_run, 1u);
    barrier();
    const bool has_runs = any_run != 0u;
    for (uint i = t, bit = 1u; has_runs && i < seen; i += INVOCATIONS, bit <<= 1) {
      const uint mine = words[i];
      if ((own & bit) == 0u || (goes_on && mine == last)) continue;
      const uint value = words[SEEN + i];
      uint place = i, steps = 0u;
      for (uint j = i; j != 0u && words[j - 1u] == mine && steps <= SHORT; --j) {
        place -= words[SEEN + j - 1u] > value ? 1u : 0u;
        ++steps;
      }
      for (uint j = i + 1u; j < seen && words[j] == mine && steps <= SHORT; ++j) {
        place += words[SEEN + j] < value ? 1u : 0u;
        ++steps;
      }
      if (steps > SHORT) {
        atomicOr(found, IS_LONG);
      } else if (place != i) {
        setValue(begin + place, value);
      }
    }
    if (has_runs) waitForAll();
    const bool in_order_of_keys = (found & KEYS_ARE_NOT) == 0u;
    if ((found & IS_LONG) != 0u && in_order_of_keys) {
      SORT(exchangeElements, seen)
      for (uint i = t; i < seen; i += INVOCATIONS) {
        const uint mine = words[i];
        if (IS_MINE(i, mine) && !(goes_on && mine == last)) setValue(begin + i, words[SEEN + i]);
      }
    }
    // Of keys out of order what goes on may begin behind the piece, where values are another workgroup's.
    if (goes_on && in_order_of_keys && run_begin < end) {
      // Where it ends, and whether it is in order, a piece at a time.
      for (uint from = run_begin + 1u; run_end == n && from < n; from += PIECE) {
        waitForAll();
        EACH_ELEMENT(i) {
          const uint index = from + i * INVOCATIONS + t;
          if (index >= n) continue;
          if (keyAt(index) != last) {
            atomicMin(run_end, index);
          } else if (valueAt(index - 1u) > valueAt(index)) {
            atomicOr(found, IS_DISORDERED);
          }
        }
        waitForAll();
      }
      if ((found & IS_DISORDERED) != 0u) sortRun(run_begin, run_end - run_begin, t);
    }
    if (n - begin <= groups * PIECE) return;
    waitForAll();
    if (t == 0u) found = any_run = 0u;
    barrier();
  }
}
