// The digits of a radix sort, by the bits of its keys.
#pragma once

#include "configuration.h"
#include "sort/radix/interface.h"

namespace vksort::radix {

// Eight bits of a word of the elements.
struct Digit {
  std::uint32_t word, shift;
};
// The digits of a sort, least significant first: one for each pass.
struct Digits {
  std::uint32_t count;  // 2 .. VKSORT_RADIX_MAX_PASSES
  Digit list[VKSORT_RADIX_MAX_PASSES];

  // An odd number of passes ends in the range by way of a second copy.
  [[nodiscard]] std::uint32_t copies() const { return count % 2 == 0 ? 1 : 2; }
};

// `is_even`: one digit more than the bits ask for, if their number is odd.
[[nodiscard]] Digits digitsFor(const Configuration& configuration, KeyBits bits, bool is_even);

// Whether there are as many passes as the sort has digits.
[[nodiscard]] inline bool hasDigits(const Configuration& configuration) {
  return !(configuration.wide && configuration.ordersByPayload());
}

}  // namespace vksort::radix
