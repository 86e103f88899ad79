// Merges all sorted tiles in one pass. Each invocation finds the final position of one element: its index in its own
// tile plus, for every other tile, the number of elements that precede it, found by binary search. Searches start in
// the samples, which are in shared memory, and end in scratch memory. Equal elements keep the order of their tiles.
//
// Source: merging by ranks, N. Satish, M. Harris, M. Garland, "Designing efficient sorting algorithms for manycore
// GPUs", IPDPS 2009, who merge two tiles at a time.
#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
#include "interface.h"

layout(local_size_x_id = VKSORT_RANK_WORKGROUP) in;
layout(constant_id = VKSORT_RANK_TILE_LOG2) const uint TILE_LOG2 = 10;
layout(constant_id = VKSORT_RANK_INTERLEAVED) const uint INTERLEAVED = 0;
layout(constant_id = VKSORT_RANK_TIES) const uint TIES_BY_SECOND_WORD = 0;
layout(constant_id = VKSORT_RANK_SAMPLES) const uint SAMPLES = 4096;
layout(constant_id = VKSORT_RANK_DISCARDS_KEYS) const uint DISCARDS_KEYS = 0;

layout(push_constant, std430) uniform PushBlock { Push push; RankPush pass; };
layout(std430, set = 0, binding = VKSORT_BINDING_KEYS) writeonly buffer Keys { uint keys[]; };
#ifdef VKSORT_PAIRS
layout(std430, set = 0, binding = VKSORT_BINDING_KEYS) writeonly buffer Pairs { uvec2 pairs[]; };
layout(std430, set = 0, binding = VKSORT_BINDING_PAYLOAD) writeonly buffer Payloads { uint payloads[]; };
#endif
layout(std430, set = 0, binding = VKSORT_BINDING_COUNT) readonly buffer Counts { uint counts[]; };
layout(std430, set = 0, binding = VKSORT_BINDING_SCRATCH) readonly buffer Scratch { uint scratch[]; };

#include "copy.glsl"

const uint TILE = 1u << TILE_LOG2;
const uint TILE_SAMPLES = TILE >> VKSORT_RANK_SAMPLE_LOG2;
const uint AT_ONCE = 4u;  // tiles that are searched at the same time

#define EACH_TILE(j) [[unroll]] for (uint j = 0u; j < AT_ONCE; ++j)

shared uint samples[SAMPLES];

// Loads four samples at a time to overlap their latency.
#define SAMPLE(j) (i + j * step < count ? i + j * step : i)
void loadSamples(const uint count) {
  const uint step = gl_WorkGroupSize.x;
  for (uint i = gl_LocalInvocationIndex; i < count; i += 4u * step) {
    uint loaded[4];
    [[unroll]] for (uint j = 0u; j < 4u; ++j) loaded[j] = scratch[sampleWord(SAMPLE(j))];
    [[unroll]] for (uint j = 0u; j < 4u; ++j) samples[SAMPLE(j)] = loaded[j];
  }
}

// Skips tile `own`.
uint countBefore(const uint i, const uint others, const uint own, const uint n, const uint key, const uint value) {
  uint begin[AT_ONCE];  // first element of the tile
  uint end[AT_ONCE];    // end of the elements known to precede: an index of a sample, and later of an element
  uint bound[AT_ONCE];  // first words below this bound precede; 0 means 2^32
  EACH_TILE(j) {
    const uint tile = min(i + j + (i + j >= own ? 1u : 0u), others);
    begin[j] = tile << TILE_LOG2;
    end[j] = tile * TILE_SAMPLES;
    bound[j] = TIES_BY_SECOND_WORD == 0u && tile < own ? key + 1u : key;
  }
  [[unroll]] for (uint stride = TILE_SAMPLES / 2u; stride > 0u; stride /= 2u) {
    EACH_TILE(j) {
      if (samples[end[j] + stride - 1u] < bound[j]) end[j] += stride;
    }
  }
  const uint copy = copiedWord(0u, 0u);
  EACH_TILE(j) end[j] <<= VKSORT_RANK_SAMPLE_LOG2;
  [[unroll]] for (uint stride = 1u << VKSORT_RANK_SAMPLE_LOG2 >> 1u; stride > 0u; stride /= 2u) {
    EACH_TILE(j) {
      if (scratch[copy + end[j] + stride - 1u] < bound[j]) end[j] += stride;
    }
  }
  uint found[AT_ONCE];  // the last element that can precede, or the first one that does not
  EACH_TILE(j) {
    found[j] = scratch[copy + end[j]];
    if (found[j] < bound[j]) ++end[j];
  }
#ifdef VKSORT_PAIRS
  if (TIES_BY_SECOND_WORD != 0u) {
    bool is_tied = false;
    EACH_TILE(j) is_tied = is_tied || (i + j < others && found[j] == key);
    if (is_tied) {
      const uint values_copy = copiedWord(1u, 0u);
      for (uint stride = TILE; stride > 0u; stride /= 2u) {
        EACH_TILE(j) {
          const uint at = end[j] + stride - 1u;
          const bool exists = at < min(begin[j] + TILE, n);
          const uint that_key = scratch[copy + min(at, n - 1u)];
          const uint that_value = scratch[values_copy + min(at, n - 1u)];
          const bool is_before = that_value < value || (that_value == value && begin[j] >> TILE_LOG2 < own);
          if (exists && that_key == key && is_before) end[j] += stride;
        }
      }
    }
  }
#endif
  uint before = 0u;
  EACH_TILE(j) {
    const uint in_tile = TIES_BY_SECOND_WORD == 0u && bound[j] < key ? TILE : end[j] - begin[j];
    before += i + j < others ? in_tile : 0u;
  }
  return before;
}

void main() {
  uint n = push.count;
  if (push.is_indirect != 0u) n = min(counts[push.first_at_2], n);
  const uint first = (gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x) * gl_WorkGroupSize.x;
  if (first >= n) return;  // uniform for the workgroup
  const uint others = (n - 1u) >> TILE_LOG2;
  const uint index = first + gl_LocalInvocationIndex;
  const uint key = scratch[copiedWord(0u, index)];
#ifdef VKSORT_PAIRS
  const uint value = scratch[copiedWord(1u, index)];
#else
  const uint value = 0u;
#endif
  loadSamples((others + 1u) * TILE_SAMPLES);
  barrier();
  if (index >= n) return;

  uint place = index & (TILE - 1u);
  for (uint i = 0u; i < others; i += AT_ONCE) place += countBefore(i, others, index >> TILE_LOG2, n, key, value);

  const bool converts = pass.converts != 0u;
  const uint bits = converts ? bitsFromOrder(key, push.mask, push.flip, push.rotation) : key;
#ifdef VKSORT_PAIRS
  const uint second = converts ? value ^ push.low_flip : value;
  if (INTERLEAVED != VKSORT_SPLIT) {
    pairs[push.first_key + place] = INTERLEAVED == VKSORT_KEY_PAYLOAD ? uvec2(bits, second) : uvec2(second, bits);
  } else {
    if (DISCARDS_KEYS == 0u) keys[push.first_key + place] = bits;
    payloads[push.first_payload + place] = second;
  }
#else
  keys[push.first_key + place] = bits;
#endif
}
