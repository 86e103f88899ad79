// The oracle, by examples that the headers spell out.
#include <doctest/doctest.h>

#include <bit>
#include <limits>

#include "oracle.h"

namespace fuzz {
namespace {

using vksort::KeyType;
using vksort::NanRule;
using vksort::Order;
using vksort::Ties;
using vksort::Values;

constexpr uint32_t kSign = 0x80000000, kInfinity = 0x7f800000, kQuiet = 0x7fc00000, kSignaling = 0x7f800001;

// The keys, each with its place as value, in an order that is neither.
std::vector<uint64_t> sortedKeys(const vksort::Ordering& ordering, const std::vector<uint64_t>& keys) {
  std::vector<Element> elements;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const std::size_t at = (i * 7 + 3) % keys.size();  // keys.size() is no multiple of 7
    elements.push_back({keys[at], static_cast<uint32_t>(at)});
  }
  sortElements(ordering, elements);
  std::vector<uint64_t> sorted;
  for (const Element& each : elements) sorted.push_back(each.key);
  return sorted;
}

std::vector<uint64_t> reversed(std::vector<uint64_t> keys) { return {keys.rbegin(), keys.rend()}; }

}  // namespace

TEST_CASE("the_oracle_orders_floats_in_total_order") {
  const uint32_t one = std::bit_cast<uint32_t>(1.0f), denormal = 1;
  const std::vector<uint64_t> ascending = {kSign | kQuiet | 1,
                                           kSign | kQuiet,
                                           kSign | kSignaling,
                                           kSign | kInfinity,
                                           kSign | one,
                                           kSign | 1,
                                           kSign,
                                           0,
                                           denormal,
                                           one,
                                           kInfinity,
                                           kSignaling,
                                           kQuiet,
                                           kQuiet | 1,
                                           0x7fffffff};
  CHECK(sortedKeys({.key_type = KeyType::f32}, ascending) == ascending);
  CHECK(sortedKeys({.key_type = KeyType::f32, .order = Order::descending}, ascending) == reversed(ascending));
}

TEST_CASE("the_oracle_puts_every_nan_last_in_both_orders") {
  const std::vector<uint64_t> ascending = {kSign | kInfinity, kSign, 0, kInfinity, kSignaling, kQuiet, kSign | kQuiet,
                                           kSign | kSignaling};
  const std::vector<uint64_t> descending = {kInfinity,      0,      kSign,     kSign | kInfinity, kSign | kSignaling,
                                            kSign | kQuiet, kQuiet, kSignaling};
  CHECK(sortedKeys({.key_type = KeyType::f32, .nan_rule = NanRule::last}, ascending) == ascending);
  CHECK(sortedKeys({.key_type = KeyType::f32, .order = Order::descending, .nan_rule = NanRule::last}, ascending) ==
        descending);
}

TEST_CASE("the_oracle_orders_integers_by_their_type") {
  const std::vector<uint64_t> of_signed = {kSign, 0xffffffff, 0, 1, 0x7fffffff};
  const std::vector<uint64_t> of_unsigned = {0, 1, 0x7fffffff, kSign, 0xffffffff};
  const std::vector<uint64_t> wide = {0, 0xffffffff, 0x100000000, 0x7fffffffffffffff, 0xffffffff00000000};
  CHECK(sortedKeys({.key_type = KeyType::i32}, of_unsigned) == of_signed);
  CHECK(sortedKeys({.key_type = KeyType::u32}, of_signed) == of_unsigned);
  CHECK(sortedKeys({.key_type = KeyType::u64}, reversed(wide)) == wide);
  CHECK(sortedKeys({.key_type = KeyType::u64, .order = Order::descending}, wide) == reversed(wide));
}

TEST_CASE("the_oracle_orders_equal_keys_as_their_rule_says") {
  const Element few{5, 1}, many{5, 9};
  const auto before = [&](Values values, Ties ties, Order order) {
    const vksort::Ordering ordering{.order = order, .values = values, .ties = ties};
    return isBefore(ordering, few, many) ? -1 : isBefore(ordering, many, few) ? 1 : 0;
  };
  CHECK(before(Values::split, Ties::value, Order::ascending) == -1);
  CHECK(before(Values::split, Ties::value, Order::descending) == -1);
  CHECK(before(Values::interleaved, Ties::value_in_order, Order::ascending) == -1);
  CHECK(before(Values::interleaved, Ties::value_in_order, Order::descending) == 1);
  CHECK(before(Values::iota, Ties::any, Order::descending) == 0);
  CHECK(before(Values::none, Ties::value, Order::ascending) == 0);
}

}  // namespace fuzz
