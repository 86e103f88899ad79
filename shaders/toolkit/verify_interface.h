// Definitions that C++ and verify.comp share.
#ifndef VKSORT_VERIFY_INTERFACE_H
#define VKSORT_VERIFY_INTERFACE_H

#include "../sort/interface.h"

// Descriptor set 0. Interleaved pairs use the binding of keys. Unused bindings can contain any range.
#define VKSORT_VERIFY_BINDING_KEYS 0
#define VKSORT_VERIFY_BINDING_PAYLOAD 1
#define VKSORT_VERIFY_BINDING_RESULT 2
#define VKSORT_VERIFY_BINDING_COUNT 3

// In addition to VKSORT_SPEC_WORKGROUP, a power of two.
#define VKSORT_VERIFY_TRIPLES 1        // 1 for 64-bit keys with payloads
#define VKSORT_VERIFY_ELEMENTS_LOG2 4  // at least 2

#ifdef __cplusplus
namespace vksort {
#endif

struct VerifyPush {
  VKSORT_UINT first_key;  // in elements
  VKSORT_UINT first_payload;
  VKSORT_UINT first_result;  // in words
  VKSORT_UINT count;         // 0 clears the result
  VKSORT_UINT interleaved;
  VKSORT_UINT has_payloads;
  VKSORT_UINT ties;  // 1 if the last word orders equal keys
  VKSORT_UINT mask;  // see orderFromBits()
  VKSORT_UINT flip;
  VKSORT_UINT rotation;
  VKSORT_UINT low_flip;
};

#ifdef __cplusplus
}  // namespace vksort
#endif

#endif
