// Checks a sorted range in CPU memory: counts how many neighbours are out of order, and adds up a checksum of the
// elements.
#pragma once

#include "vksort.h"

namespace vksort {

// The order that a range must be in.
struct Ordering {
  KeyType key_type = KeyType::u32;
  Order order = Order::ascending;
  NanRule nan_rule = NanRule::total_order;
  Payload payload = Payload::none;  // index means the same as u32
  bool payloads_ascend = false;     // among equal keys
};

// Returns the order that a sort leaves. With your own payloads, verification cannot check that ties kept their order.
[[nodiscard]] constexpr Ordering orderingOf(const SorterInfo& sorter, const SortInfo& sort) {
  const bool ascend =
      sorter.payload != Payload::none &&
      (sorter.ties == Ties::by_value || (sorter.ties == Ties::stable && sorter.payload == Payload::index));
  return {sort.key_type, sort.order, sort.nan_rule, sorter.payload, ascend};
}

// The result of a verification. The checksum adds up the 64-bit digests of all elements, so you can compare it with the
// checksum before the sort: the same elements lead to the same checksum in any order.
//   It always detects a single altered 32-bit or 64-bit element, even if another element was copied over it.
//   It detects other changes with a probability of 1 - 2^-64, or 1 - m^2 2^-64 for the same change of m equal elements.
//   It does not depend on the order, which `inversions` checks. It is not cryptographic.
struct VerifyResult {
  std::uint32_t inversions;   // pairs of neighbours in the wrong order; 0 if the range is sorted
  std::uint32_t elements;     // the count, if the verification ran to its end
  std::uint32_t checksum[2];  // two sums modulo 2^32
};

// Verifies `count` keys or interleaved elements in CPU memory. Threads: any.
//   `payload` must contain `count` payloads if they are in a separate array. Otherwise, it must be null.
[[nodiscard]] VKSORT_API VerifyResult verify(const Ordering& ordering, const std::uint32_t* keys,
                                             const std::uint32_t* payload, std::uint32_t count);

}  // namespace vksort
