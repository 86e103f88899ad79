// Verification: counts neighbours out of order and adds up a checksum of the elements that does not depend on their
// order. Adds to the four words of the result, which a dispatch with count 0 has set to zeros.
// A workgroup looks at 2^VKSORT_VERIFY_ELEMENTS_LOG2 neighbouring elements per invocation, and at the one behind them.
// -DVKSORT_TRIPLES: of 64-bit keys with payloads.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "interface.h"

layout(local_size_x_id = VKSORT_SPEC_WORKGROUP) in;
layout(push_constant, std430) uniform PushBlock { VerifyPush push; };
layout(std430, set = 0, binding = VKSORT_VERIFY_BINDING_KEYS) readonly buffer Keys { uint keys[]; };
layout(std430, set = 0, binding = VKSORT_VERIFY_BINDING_KEYS) readonly buffer Pairs { uvec2 pairs[]; };
layout(std430, set = 0, binding = VKSORT_VERIFY_BINDING_PAYLOAD) readonly buffer Payloads { uint payloads[]; };
layout(std430, set = 0, binding = VKSORT_VERIFY_BINDING_RESULT) buffer Result { uint result[]; };

#define EACH_4(DO) DO(0) DO(1) DO(2) DO(3)

// x: inversions; y, z: checksum.
shared uvec3 partial[gl_WorkGroupSize.x];

// Full avalanche, and one to one. Source: C. Wellons, "Prospecting for hash functions", 2018.
uint mixed(const uint word) {
  uint x = word;
  x = (x ^ x >> 16) * 0x7feb352du;
  x = (x ^ x >> 15) * 0x846ca68bu;
  return x ^ x >> 16;
}

// 64 bits, one to one: two different elements differ in at least one of the two words.
uvec2 digest(const uint k, const uint v) {
  const uint a = mixed(k + 0x9e3779b9u);
  const uint b = mixed(v ^ a);
  return uvec2(b, mixed(a + b));
}

// The words of an element, in the order in which they are compared.
#ifdef VKSORT_TRIPLES
#define Words uvec3

Words wideWithPayload(const uint index) {
  const uint at = push.first_key + 3u * index;
  return Words(keys[at + 1u], keys[at], keys[at + 2u]);
}

Words wideBesidePayload(const uint index) {
  const uvec2 pair = pairs[push.first_key + index];
  return Words(pair.y, pair.x, payloads[push.first_payload + index]);
}

// As above, with a third word: two elements that differ in it alone, or in the others alone, differ in the digest.
uvec2 digest(const Words e) {
  const uvec2 pair = digest(e.x, e.y);
  return uvec2(mixed(pair.x ^ e.z), mixed(pair.y + mixed(e.z + 0x9e3779b9u)));
}
#else
#define Words uvec2

Words keyAlone(const uint index) { return Words(keys[push.first_key + index], 0u); }

Words keyBesidePayload(const uint index) {
  return Words(keys[push.first_key + index], payloads[push.first_payload + index]);
}

Words keyWithPayload(const uint index) { return pairs[push.first_key + index]; }

Words wide(const uint index) { return pairs[push.first_key + index].yx; }

uvec2 digest(const Words e) { return digest(e.x, e.y); }
#endif

// An element is not after itself.
bool isAfter(const Words a, const Words b) {
  const uint a_order = orderFromBits(a.x, push.mask, push.flip, push.rotation);
  const uint b_order = orderFromBits(b.x, push.mask, push.flip, push.rotation);
  const bool after0 = a_order > b_order, same0 = a.x == b.x;
  const bool after1 = (a.y ^ push.low_flip) > (b.y ^ push.low_flip), ties = push.ties != 0u;
#ifdef VKSORT_TRIPLES
  const bool same1 = a.y == b.y, after2 = a.z > b.z;
  const bool after_by_2 = same1 && after2 && ties;
  const bool later_after = after1 || after_by_2;
#else
  const bool later_after = after1 && ties;
#endif
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
  if (group > last / tile) return;  // the rest of a folded grid
  const uint begin = group * tile;

  uvec3 sum = uvec3(0u);
  for (uint at = begin + t; at < begin + tile; at += 4u * size) {
    // Indices are clamped, so that no load waits for a branch. Past the end the last element meets itself.
    Words here[4], next[4];
#define LOAD(r, load)                         \
  here[r] = load(min(at + r * size, last));   \
  next[r] = load(min(at + r * size + 1u, last));
#ifdef VKSORT_TRIPLES
#define LOAD_WITH_PAYLOAD(r) LOAD(r, wideWithPayload)
#define LOAD_BESIDE_PAYLOAD(r) LOAD(r, wideBesidePayload)
    if (push.interleaved == VKSORT_WIDE_PAYLOAD) {
      EACH_4(LOAD_WITH_PAYLOAD)
    } else {
      EACH_4(LOAD_BESIDE_PAYLOAD)
    }
#else
#define LOAD_WIDE(r) LOAD(r, wide)
#define LOAD_WITH_PAYLOAD(r) LOAD(r, keyWithPayload)
#define LOAD_BESIDE_PAYLOAD(r) LOAD(r, keyBesidePayload)
#define LOAD_ALONE(r) LOAD(r, keyAlone)
    if (push.interleaved == VKSORT_WIDE) {
      EACH_4(LOAD_WIDE)
    } else if (push.interleaved == VKSORT_KEY_PAYLOAD) {
      EACH_4(LOAD_WITH_PAYLOAD)
    } else if (push.has_payloads != 0u) {
      EACH_4(LOAD_BESIDE_PAYLOAD)
    } else {
      EACH_4(LOAD_ALONE)
    }
#endif
#define ADD(r)                                            \
  {                                                       \
    const bool inverted = isAfter(here[r], next[r]);      \
    const uvec2 checksum = digest(here[r]);               \
    const bool exists = at + r * size <= last;            \
    sum.x += inverted ? 1u : 0u;                          \
    sum.yz += exists ? checksum : uvec2(0u);              \
  }
    EACH_4(ADD)
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
