// Counts neighbours that are out of order, and sums a checksum that does not depend on the order of elements. Adds both
// to the four words of the result, which a previous dispatch with count 0 has cleared. Each invocation loads
// 2^VKSORT_VERIFY_ELEMENTS_LOG2 adjacent elements and the next one. Shared memory contains a partial result per
// invocation.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "verify_interface.h"

layout(local_size_x_id = VKSORT_SPEC_WORKGROUP) in;
layout(constant_id = VKSORT_VERIFY_TRIPLES) const uint TRIPLES = 0;
layout(push_constant, std430) uniform PushBlock { VerifyPush push; };
layout(std430, set = 0, binding = VKSORT_VERIFY_BINDING_KEYS) readonly buffer Keys { uint keys[]; };
layout(std430, set = 0, binding = VKSORT_VERIFY_BINDING_KEYS) readonly buffer Pairs { uvec2 pairs[]; };
layout(std430, set = 0, binding = VKSORT_VERIFY_BINDING_PAYLOAD) readonly buffer Payloads { uint payloads[]; };
layout(std430, set = 0, binding = VKSORT_VERIFY_BINDING_RESULT) buffer Result { uint result[]; };

// x: inversions; y, z: checksum
shared uvec3 partial[gl_WorkGroupSize.x];

// A bijection with full avalanche. Source: C. Wellons, "Prospecting for hash functions", 2018.
uint mixed(const uint word) {
  uint x = word;
  x = (x ^ x >> 16) * 0x7feb352du;
  x = (x ^ x >> 15) * 0x846ca68bu;
  return x ^ x >> 16;
}

// The words of an element, most significant first; missing words are 0.
uvec3 keyAlone(const uint index) { return uvec3(keys[push.first_key + index], 0u, 0u); }

uvec3 keyBesidePayload(const uint index) {
  return uvec3(keys[push.first_key + index], payloads[push.first_payload + index], 0u);
}

uvec3 keyWithPayload(const uint index) { return uvec3(pairs[push.first_key + index], 0u); }

uvec3 wide(const uint index) { return uvec3(pairs[push.first_key + index].yx, 0u); }

uvec3 wideBesidePayload(const uint index) {
  return uvec3(pairs[push.first_key + index].yx, payloads[push.first_payload + index]);
}

uvec3 wideWithPayload(const uint index) {
  const uint at = push.first_key + 3u * index;
  return uvec3(keys[at + 1u], keys[at], keys[at + 2u]);
}

// 64 bits. Two-word elements have distinct digests. Three-word elements that differ only in the third word, or only in
// the first two, also have distinct digests.
uvec2 digest(const uvec3 e) {
  const uint a = mixed(e.x + 0x9e3779b9u);
  const uint b = mixed(e.y ^ a);
  const uvec2 pair = uvec2(b, mixed(a + b));
  const uvec2 triple = uvec2(mixed(pair.x ^ e.z), mixed(pair.y + mixed(e.z + 0x9e3779b9u)));
  return TRIPLES != 0u ? triple : pair;
}

// Returns false for equal elements.
bool isAfter(const uvec3 a, const uvec3 b) {
  const uint a_order = orderFromBits(a.x, push.mask, push.flip, push.rotation);
  const uint b_order = orderFromBits(b.x, push.mask, push.flip, push.rotation);
  const bool ties = push.ties != 0u, triples = TRIPLES != 0u, orders_by_1 = triples || ties;
  const bool after0 = a_order > b_order, same0 = a.x == b.x;
  const bool after1 = (a.y ^ push.low_flip) > (b.y ^ push.low_flip), same1 = a.y == b.y, after2 = a.z > b.z;
  const bool after_by_1 = after1 && orders_by_1;
  const bool after_by_2 = triples && same1 && after2 && ties;
  const bool later_after = after_by_1 || after_by_2;
  const bool after_by_later = same0 && later_after;
  return after0 || after_by_later;
}

void main() {
  const uint t = gl_LocalInvocationIndex;
  if (push.count == 0u) {
    if (t < 4u) result[push.first_result + t] = 0u;
    return;
  }
  const uint size = gl_WorkGroupSize.x;
  const uint group = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
  const uint tile = size << VKSORT_VERIFY_ELEMENTS_LOG2;
  const uint last = push.count - 1u;
  if (group > last / tile) return;  // unused part of a folded grid
  const uint begin = group * tile;

  uvec3 sum = uvec3(0u);
  for (uint at = begin + t; at < begin + tile; at += 4u * size) {
    // Clamped indices avoid branches between loads. The last element is compared with itself, which changes nothing.
    uvec3 here[4], next[4];
#define LOAD(r, load)                         \
  here[r] = load(min(at + r * size, last));   \
  next[r] = load(min(at + r * size + 1u, last));
#define LOAD_ALL(load) LOAD(0, load) LOAD(1, load) LOAD(2, load) LOAD(3, load)
    if (TRIPLES != 0u && push.interleaved == VKSORT_WIDE_PAYLOAD) {
      LOAD_ALL(wideWithPayload)
    } else if (TRIPLES != 0u) {
      LOAD_ALL(wideBesidePayload)
    } else if (push.interleaved == VKSORT_WIDE) {
      LOAD_ALL(wide)
    } else if (push.interleaved == VKSORT_KEY_PAYLOAD) {
      LOAD_ALL(keyWithPayload)
    } else if (push.has_payloads != 0u) {
      LOAD_ALL(keyBesidePayload)
    } else {
      LOAD_ALL(keyAlone)
    }
#define ADD(r)                                            \
  {                                                       \
    const bool inverted = isAfter(here[r], next[r]);      \
    const uvec2 checksum = digest(here[r]);               \
    const bool exists = at + r * size <= last;            \
    sum.x += inverted ? 1u : 0u;                          \
    sum.yz += exists ? checksum : uvec2(0u);              \
  }
    ADD(0) ADD(1) ADD(2) ADD(3)
  }

  partial[t] = sum;
  for (uint rest = size / 2u; rest > 0u; rest /= 2u) {
    barrier();
    if (t < rest) partial[t] += partial[t + rest];
  }
  barrier();
  const uint live = min(push.count - begin, tile);
  if (t < 4u) {
    const uint word = t == 0u ? partial[0].x : t == 1u ? live : t == 2u ? partial[0].y : partial[0].z;
    if (word != 0u) atomicAdd(result[push.first_result + t], word);
  }
}
