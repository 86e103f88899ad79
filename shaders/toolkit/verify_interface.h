// Definitions that C++ and verify.comp share.
#ifndef VKSORT_VERIFY_INTERFACE_H
#define VKSORT_VERIFY_INTERFACE_H

#include "../sort/interface.h"

// Descriptor set 0. Interleaved pairs use the binding of keys. Unused bindings can contain any range.
#define VKSORT_VERIFY_BINDING_KEYS 0
#define VKSORT_VERIFY_BINDING_PAYLOAD 1
#define VKSORT_VERIFY_BINDING_RESULT 2
#define VKSORT_VERIFY_BINDING_COUNT 3

// Specialization constants, in addition to VKSORT_SPEC_WORKGROUP (workgroup size, a power of two).
#define VKSORT_VERIFY_TRIPLES 1        // 1 for 64-bit keys with payloads
#define VKSORT_VERIFY_ELEMENTS_LOG2 4  // log2 of the elements per invocation, at least 2

#ifdef __cplusplus
namespace vksort {
#endif

// 44 bytes of push constants (128 are guaranteed)
struct VerifyPush {
  VKSORT_UINT first_key;  // first element of the range in its binding, in elements
  VKSORT_UINT first_payload;
  VKSORT_UINT first_result;  // in words
  VKSORT_UINT count;         // elements in the range; 0 clears the result
  VKSORT_UINT interleaved;   // VKSORT_SPLIT, ..
  VKSORT_UINT has_payloads;  // 1 if the last words are at the payload binding
  VKSORT_UINT ties;          // 1 if the last word orders elements that are otherwise equal
  VKSORT_UINT mask;          // see orderFromBits()
  VKSORT_UINT flip;
  VKSORT_UINT rotation;
  VKSORT_UINT low_flip;  // bits to complement in the low word of a 64-bit key
};

#ifdef __cplusplus
}  // namespace vksort
#endif

#endif
