#include "self_test/cases.h"

#include <cstddef>

namespace vksort {
namespace {

// A random word for each two others (splitmix64; G. Steele and others, 2014).
std::uint32_t hash(std::uint32_t a, std::uint32_t b) {
  std::uint64_t z = (std::uint64_t{a} << 32 | b) + 0x9e3779b97f4a7c15u;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  return static_cast<std::uint32_t>((z ^ z >> 31) >> 32);
}

// The key at a place of the order, see key.glsl.
std::uint32_t keyAt(const Conversion& conversion, std::uint32_t place) {
  const std::uint32_t bits = (place + conversion.rotation) ^ conversion.flip;
  return bits ^ ((bits & 0x80000000u) != 0 ? conversion.mask : 0);
}

// The least number whose square is not less than n, which is 1 .. 2^34.
std::uint32_t rootAbove(std::uint64_t n) {
  std::uint64_t below = 0;
  for (std::uint64_t bit = 1u << 17; bit != 0; bit >>= 1) {
    if ((below | bit) * (below | bit) < n) below |= bit;
  }
  return static_cast<std::uint32_t>(below + 1);
}

std::uint32_t placeOf(Pattern pattern, std::uint32_t i, std::uint32_t n) {
  switch (pattern) {
    case Pattern::random:
      break;
    case Pattern::sorted:
      return i * (0xffffffffu / n);
    case Pattern::reversed:
      return (n - 1 - i) * (0xffffffffu / n);
    case Pattern::ties: {
      const std::uint32_t which = hash(n, i) % 8;
      return which == 7 ? 0xffffffffu : which * 0x24924924u;
    }
    case Pattern::clumps: {
      const std::uint32_t which = hash(i, n) % (n / rootAbove(std::uint64_t{n} * 6) + 1);
      return which == 0 ? 0x24924924u : which == 1 ? 0x60000000u : hash(n, i);
    }
    case Pattern::swapped: {
      const std::uint32_t neighbour = ((i + 1) ^ 1) - 1;  // none of the first
      return (neighbour < n ? neighbour : i) * (0xffffffffu / n);
    }
  }
  return hash(n, i);
}

}  // namespace

Promises promisesOf(const SorterInfo& info) {
  const auto& [first, count] = info.key_bits;
  const bool all = count == 0 || count == 32;
  const bool carries = info.values != Values::none;  // no value is the low word of a wide key
  const bool any = !carries || info.value_bits == 0 || info.value_bits == 32;
  // Indices that are to come in descending order are values like any others.
  const bool ascending = carries && info.ascending_values && !payloadsDescend(info);
  return {ascending, all ? ~0u : ((1u << count) - 1) << first, any ? ~0u : (1u << info.value_bits) - 1};
}

void writeSelfTestElement(const Ordering& ordering, const Promises& promises, Pattern pattern, std::uint32_t i,
                          std::uint32_t n, std::uint32_t* keys, std::uint32_t* values) {
  const std::uint32_t key = keyAt(conversionOf(ordering), placeOf(pattern, i, n)) & promises.key_mask;
  const bool ascending = ordering.values == Values::iota || promises.ascending_values;
  const std::uint32_t value = ascending ? i : hash(i, n) & promises.value_mask;
  const Layout layout = layoutOf(ordering);
  if (layout.split) values[i] = value;
  if (layout.interleaved == 0) {
    keys[i] = key;
    return;
  }
  // Of 64-bit keys this is the high word, which comes second; beside values the low word is one of two, for ties.
  const std::size_t high = layout.interleaved == 2 ? 1 : 0;
  keys[std::size_t{i} * 2 + high] = key;
  keys[std::size_t{i} * 2 + 1 - high] = layout.split ? hash(i, n) % 2 : value;
}

}  // namespace vksort
