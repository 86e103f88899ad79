#include "contents.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <compare>

namespace cases {
namespace {

using vksort::KeyType, vksort::NanRule, vksort::Order;

float floatOf(const Element& element) { return std::bit_cast<float>(static_cast<uint32_t>(element.key)); }

std::strong_ordering compareKeys(KeyType type, const Element& a, const Element& b) {
  switch (type) {
    case KeyType::u32:
    case KeyType::u64:
      return a.key <=> b.key;
    case KeyType::i32:
      return static_cast<int32_t>(a.key) <=> static_cast<int32_t>(b.key);
    case KeyType::f32:
      return std::strong_order(floatOf(a), floatOf(b));  // IEEE 754 totalOrder
  }
  return std::strong_ordering::equal;
}

// With NanRule::last: 0 for numbers, then 1 and 2 for NaN of either sign, in the order of the sort.
int groupOf(const vksort::Ordering& ordering, const Element& element) {
  if (ordering.key_type != KeyType::f32 || ordering.nan_rule != NanRule::last) return 0;
  const float key = floatOf(element);
  if (!std::isnan(key)) return 0;
  const bool is_first = std::signbit(key) == (ordering.order == Order::descending);
  return is_first ? 1 : 2;
}

}  // namespace

bool isBefore(const vksort::Ordering& ordering, const Element& a, const Element& b) {
  const int group_a = groupOf(ordering, a), group_b = groupOf(ordering, b);
  if (group_a != group_b) return group_a < group_b;
  const bool descending = ordering.order == Order::descending;
  const std::strong_ordering keys = compareKeys(ordering.key_type, a, b);
  if (keys != 0) return descending ? keys > 0 : keys < 0;
  return ordering.payload != vksort::Payload::none && ordering.payloads_ascend && a.payload < b.payload;
}

void sortElements(const vksort::Ordering& ordering, std::vector<Element>& elements) {
  std::ranges::stable_sort(elements,
                           [&ordering](const Element& a, const Element& b) { return isBefore(ordering, a, b); });
}

}  // namespace cases
