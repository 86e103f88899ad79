// What the host and verify.comp agree on. Read by C++ and by GLSL.
#ifndef VKSORT_VERIFY_INTERFACE_H
#define VKSORT_VERIFY_INTERFACE_H

#include "../sort/interface.h"

// Descriptor set 0. Interleaved pairs are at the keys' binding; what a verification does not use may be any range.
#define VKSORT_VERIFY_BINDING_KEYS 0
#define VKSORT_VERIFY_BINDING_PAYLOAD 1
#define VKSORT_VERIFY_BINDING_RESULT 2
#define VKSORT_VERIFY_BINDING_COUNT 3

// Specialization constants: the workgroup's size, a power of two, at VKSORT_SPEC_WORKGROUP; and
#define VKSORT_VERIFY_TRIPLES 1  // 1: of 64-bit keys with payloads; 0: of all others
#define VKSORT_VERIFY_ELEMENTS_LOG2 4  // log2 of the elements per invocation, at least 2

#ifdef __cplusplus
namespace vksort {
#endif

// 44 bytes of push constants (128 are guaranteed).
struct VerifyPush {
  VKSORT_UINT first_key;     // index of the range's first element in its binding, in elements
  VKSORT_UINT first_payload; // the same for payloads
  VKSORT_UINT first_result;  // and for the result, in words
  VKSORT_UINT count;         // elements in the range; 0: the result is set to zeros
  VKSORT_UINT interleaved;   // VKSORT_SPLIT, or ..
  VKSORT_UINT has_payloads;  // 1: the last words are at the binding of payloads
  VKSORT_UINT ties;          // 1: what is equal but for the last word is ordered by that
  VKSORT_UINT mask;          // key bits -> order, as in orderFromBits()
  VKSORT_UINT flip;
  VKSORT_UINT rotation;
  VKSORT_UINT low_flip;      // bits of the low word of a 64-bit key to complement before it is compared
};

#ifdef __cplusplus
}  // namespace vksort
#endif

#endif
