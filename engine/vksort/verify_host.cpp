// Verification on the host: what verify.comp does, element by element.
#include "vksort_verifier.h"

#include <cstddef>

namespace vksort {
namespace {

struct Element {
  std::uint32_t key;    // or the high word of one
  std::uint32_t value;  // or the low word of a key
};

Element elementAt(const Ordering& ordering, const std::uint32_t* keys, const std::uint32_t* values, std::uint32_t i) {
  if (ordering.key_type == KeyType::u64) return {keys[std::size_t{i} * 2 + 1], keys[std::size_t{i} * 2]};
  if (ordering.values == Values::interleaved) return {keys[std::size_t{i} * 2], keys[std::size_t{i} * 2 + 1]};
  return {keys[i], ordering.values == Values::none ? 0 : values[i]};
}

bool isNan(std::uint32_t key) { return (key & 0x7fffffffu) > 0x7f800000u; }

// Place of a key in the ascending order of its type.
std::uint32_t placeOf(KeyType type, std::uint32_t key) {
  const bool negative = key >= 0x80000000u;
  switch (type) {
    case KeyType::u32:
    case KeyType::u64:
      break;
    case KeyType::i32:
      return key + 0x80000000u;
    case KeyType::f32:
      return negative ? ~key : key + 0x80000000u;
  }
  return key;
}

bool isAfter(const Ordering& ordering, Element a, Element b) {
  if (a.key == b.key) {
    const bool wide = ordering.key_type == KeyType::u64;
    if (!wide && ordering.ties == Ties::any) return false;
    const bool descends = ordering.order == Order::descending && (wide || ordering.ties == Ties::value_in_order);
    return descends ? a.value < b.value : a.value > b.value;
  }
  const bool above = placeOf(ordering.key_type, a.key) > placeOf(ordering.key_type, b.key);
  const bool after = above == (ordering.order == Order::ascending);
  if (ordering.key_type != KeyType::f32 || ordering.nan_rule == NanRule::total_order) return after;
  const bool a_is_nan = isNan(a.key), b_is_nan = isNan(b.key);
  if (a_is_nan != b_is_nan) return a_is_nan;
  // The NaN that would be first come after those that are last anyway.
  const bool signs_differ = (a.key ^ b.key) >= 0x80000000u;
  return a_is_nan && signs_differ ? !after : after;
}

std::uint32_t mixed(std::uint32_t x) {
  x = (x ^ x >> 16) * 0x7feb352du;
  x = (x ^ x >> 15) * 0x846ca68bu;
  return x ^ x >> 16;
}

void add(Element element, std::uint32_t (&checksum)[2]) {
  const std::uint32_t a = mixed(element.key + 0x9e3779b9u);
  const std::uint32_t b = mixed(element.value ^ a);
  checksum[0] += b;
  checksum[1] += mixed(a + b);
}

}  // namespace

VerifyResult verify(const Ordering& ordering, const std::uint32_t* keys, const std::uint32_t* values,
                    std::uint32_t count) {
  VerifyResult result{};
  result.elements = count;
  for (std::uint32_t i = 0; i < count; ++i) {
    const Element element = elementAt(ordering, keys, values, i);
    add(element, result.checksum);
    if (i + 1 < count) result.inversions += isAfter(ordering, element, elementAt(ordering, keys, values, i + 1));
  }
  return result;
}

}  // namespace vksort
