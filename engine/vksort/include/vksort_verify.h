// Checks a sorted range in CPU memory: counts neighbors that are out of order, and computes a checksum of all elements.
#ifndef VKSORT_VERIFY_H
#define VKSORT_VERIFY_H

#include "vksort.h"

#ifdef __cplusplus
extern "C" {
#endif

// The expected order.
typedef struct vksortOrdering {
  vksortKeyType key_type;
  vksortOrder order;
  vksortNanRule nan_rule;
  vksortPayload payload;  // u32 means the same as index
  bool payloads_ascend;   // among equal keys
} vksortOrdering;

// Returns the order that a sort produces. It does not contain the order of ties between your own payloads.
VKSORT_API vksortOrdering vksortOrderingOf(const vksortSorterInfo* sorter, const vksortSortInfo* sort);

// The checksum is the sum of the 64-bit digests of all elements. Compare it to the checksum before the sort: the same
// elements have the same checksum in any order.
//   It always detects a single altered 32-bit or 64-bit element, even if another element was copied over it.
//   It detects other changes with a probability of 1 - 2^-64, or 1 - m^2 2^-64 for the same change of m equal elements.
//   It does not depend on the order, which `inversions` checks. It is not cryptographic.
typedef struct vksortVerifyResult {
  uint32_t inversions;   // number of neighbors in the wrong order, 0 if the range is sorted
  uint32_t elements;     // the count, if the verification was completed
  uint32_t checksum[2];  // two sums modulo 2^32
} vksortVerifyResult;

// Verifies `count` keys or interleaved elements. Threads: any.
//   If SorterInfo::discard_keys is set, the keys are undefined after the sort. Instead, copy them before the sort,
//   gather the copy by the sorted indices, and verify the gathered keys together with these indices.
//   `payload` must contain `count` payloads if they are in a separate array. Otherwise, it must be null.
VKSORT_API vksortVerifyResult vksortVerifyRange(const vksortOrdering* ordering, const uint32_t* keys,
                                                const uint32_t* payload, uint32_t count);

#ifdef __cplusplus
}  // extern "C"

namespace vksort {

using Ordering = vksortOrdering;
using VerifyResult = vksortVerifyResult;

[[nodiscard]] inline Ordering orderingOf(const SorterInfo& sorter, const SortInfo& sort) {
  return vksortOrderingOf(&sorter, &sort);
}
[[nodiscard]] inline VerifyResult verifyRange(const Ordering& ordering, const uint32_t* keys, const uint32_t* payload,
                                              uint32_t count) {
  return vksortVerifyRange(&ordering, keys, payload, count);
}

}  // namespace vksort
#endif
#endif  // VKSORT_VERIFY_H
