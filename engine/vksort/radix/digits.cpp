#include "radix/digits.h"

namespace vksort::radix {
namespace {

// Appends digits of a word, from a bit on, or from below it where the word ends sooner.
void addDigits(Digits& out, std::uint32_t word, std::uint32_t first, std::uint32_t digits) {
  const std::uint32_t highest = 32 - digits * VKSORT_RADIX_DIGIT_BITS;
  if (first > highest) first = highest;
  for (std::uint32_t i = 0; i < digits; ++i) out.list[out.count++] = {word, first + i * VKSORT_RADIX_DIGIT_BITS};
}

// The bits of a key that lie in the word whose lowest bit is `base`.
KeyBits partOf(KeyBits bits, std::uint32_t base) {
  const std::uint32_t first = bits.first > base ? bits.first - base : 0;
  const std::uint32_t end = bits.first + bits.count > base ? bits.first + bits.count - base : 0;
  return {first, (end < 32 ? end : 32) > first ? (end < 32 ? end : 32) - first : 0};
}

}  // namespace

Digits digitsFor(const Configuration& configuration, KeyBits bits, bool is_even) {
  constexpr std::uint32_t kWordDigits = 32 / VKSORT_RADIX_DIGIT_BITS;
  if (bits.count == kAllBits) bits.count = (configuration.wide ? 64 : 32) - bits.first;
  if (bits.count == 0) bits = {0, 1};  // a sort has digits
  const KeyBits low = partOf(bits, 0), high = partOf(bits, 32);
  std::uint32_t low_digits = (low.count + VKSORT_RADIX_DIGIT_BITS - 1) / VKSORT_RADIX_DIGIT_BITS;
  std::uint32_t high_digits = (high.count + VKSORT_RADIX_DIGIT_BITS - 1) / VKSORT_RADIX_DIGIT_BITS;
  const std::uint32_t before = configuration.ordersByPayload() && !configuration.wide ? kWordDigits : 0;
  // One pass does not end where it begins.
  for (;;) {
    const std::uint32_t count = before + low_digits + high_digits;
    if (count >= 2 && (count % 2 == 0 || !is_even)) break;
    ++(low_digits != 0 && low_digits < kWordDigits ? low_digits : high_digits);
  }
  Digits out{};
  if (before != 0) addDigits(out, 1, 0, before);
  addDigits(out, 0, low.first, low_digits);
  addDigits(out, 1, high.first, high_digits);
  return out;
}

}  // namespace vksort::radix
