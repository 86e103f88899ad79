// Verification: counts neighbours out of order and adds up a checksum of the elements that does not depend on their
// order. Adds to the four words of the result, which a dispatch with count 0 has set to zeros.
// A workgroup looks at 2^VKSORT_VERIFY_ELEMENTS_LOG2 neighbouring elements per invocation, and at the one behind them.
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
const uint kSteps = (1u << VKSORT_VERIFY_ELEMENTS_LOG2) / 4u;  // of 4 elements per invocation

uint word0[4], word1[4], next0[4], next1[4];
#ifdef VKSORT_TRIPLES  // the value of a 64-bit key, whose words are the others
uint word2[4], next2[4];
#endif

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

uint orderOf(const uint bits) {
  return (bits ^ (uint(int(bits) >> 31) & push.mask) ^ push.flip) - push.rotation;
}

// An element is not after itself.
#ifdef VKSORT_TRIPLES
// As above, with a third word: two elements that differ in it alone, or in the others alone, differ in the digest.
uvec2 digest(const uint k, const uint v, const uint x) {
  const uvec2 pair = digest(k, v);
  return uvec2(mixed(pair.x ^ x), mixed(pair.y + mixed(x + 0x9e3779b9u)));
}

bool isAfter(const uint a0, const uint a1, const uint a2, const uint b0, const uint b1, const uint b2) {
  if (a0 != b0) return orderOf(a0) > orderOf(b0);
  if (a1 != b1) return (a1 ^ push.low_flip) > (b1 ^ push.low_flip);
  return a2 > b2 && push.ties != 0u;
}
#define IS_AFTER_NEXT(r) isAfter(word0[r], word1[r], word2[r], next0[r], next1[r], next2[r])
#define DIGEST(r) digest(word0[r], word1[r], word2[r])
#else
bool isAfter(const uint a0, const uint a1, const uint b0, const uint b1) {
  const bool after1 = (a1 ^ push.low_flip) > (b1 ^ push.low_flip);
  return orderOf(a0) > orderOf(b0) || (a0 == b0 && after1 && push.ties != 0u);
}
#define IS_AFTER_NEXT(r) isAfter(word0[r], word1[r], next0[r], next1[r])
#define DIGEST(r) digest(word0[r], word1[r])
#endif

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
#define INDEX(r) min(at + r * size, last)
#define NEXT(r) min(at + r * size + 1u, last)
#define LOAD_PAIR(r)                                     \
  {                                                      \
    const uvec2 here = pairs[push.first_key + INDEX(r)]; \
    const uvec2 there = pairs[push.first_key + NEXT(r)]; \
    word0[r] = wide ? here.y : here.x;                   \
    word1[r] = wide ? here.x : here.y;                   \
    next0[r] = wide ? there.y : there.x;                 \
    next1[r] = wide ? there.x : there.y;                 \
  }
#define LOAD_KEY(r)                           \
  word0[r] = keys[push.first_key + INDEX(r)]; \
  next0[r] = keys[push.first_key + NEXT(r)];
#ifdef VKSORT_TRIPLES
#define LAST_WORD word2
#define NEXT_LAST_WORD next2
#else
#define LAST_WORD word1
#define NEXT_LAST_WORD next1
#endif
#define LOAD_VALUE(r)                                 \
  LAST_WORD[r] = payloads[push.first_payload + INDEX(r)]; \
  NEXT_LAST_WORD[r] = payloads[push.first_payload + NEXT(r)];
#define LOAD_WIDE(r)                                       \
  {                                                        \
    const uint here = push.first_key + 3u * INDEX(r);      \
    const uint there = push.first_key + 3u * NEXT(r);      \
    word0[r] = keys[here + 1u];                            \
    word1[r] = keys[here];                                 \
    LAST_WORD[r] = keys[here + 2u];                        \
    next0[r] = keys[there + 1u];                           \
    next1[r] = keys[there];                                \
    NEXT_LAST_WORD[r] = keys[there + 2u];                  \
  }
#define NO_VALUE(r) word1[r] = next1[r] = 0u;
#ifdef VKSORT_TRIPLES
    const bool wide = true;
    if (push.layout_of == VKSORT_VERIFY_WIDE_PAYLOAD) {
      EACH_4(LOAD_WIDE)
    } else {
      EACH_4(LOAD_PAIR)
      EACH_4(LOAD_VALUE)
    }
#else
    const bool wide = push.layout_of == VKSORT_VERIFY_WIDE;
    if (wide || push.layout_of == VKSORT_VERIFY_INTERLEAVED) {
      EACH_4(LOAD_PAIR)
    } else {
      EACH_4(LOAD_KEY)
      if (push.layout_of == VKSORT_VERIFY_SPLIT) {
        EACH_4(LOAD_VALUE)
      } else {
        EACH_4(NO_VALUE)
      }
    }
#endif
#define ADD(r)                                 \
  {                                            \
    const bool inverted = IS_AFTER_NEXT(r);    \
    const uvec2 checksum = DIGEST(r);          \
    const bool exists = at + r * size <= last; \
    sum.x += inverted ? 1u : 0u;               \
    sum.yz += exists ? checksum : uvec2(0u);   \
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
