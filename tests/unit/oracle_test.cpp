// The oracle against plain comparisons.
#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "support/oracle/inputs.h"

namespace test {

using vksort::KeyType;
using vksort::NanRule;
using vksort::Order;
using vksort::Ties;

TEST_CASE("oracle_places_and_keys_are_inverse") {
  Random random(nextSeed());
  for (const KeyType type : {KeyType::u32, KeyType::i32, KeyType::f32, KeyType::u64}) {
    for (const Order order : {Order::ascending, Order::descending}) {
      for (const NanRule nan_rule : {NanRule::total_order, NanRule::last}) {
        const Config config{.key_type = type, .order = order, .nan_rule = nan_rule};
        uint32_t wrong = 0;
        for (uint32_t i = 0; i < 100'000; ++i) {
          const uint64_t bits = wideKeys(config) ? random.next64() : random.next();
          wrong += keyAt(config, placeOf(config, bits)) != bits;
        }
        CHECK(wrong == 0);
      }
    }
  }
}

TEST_CASE("oracle_orders_keys_as_the_host_does") {
  Random random(nextSeed());
  const Config u32{}, i32{.key_type = kI32}, f32{.key_type = kF32};
  uint32_t wrong = 0;
  for (uint32_t i = 0; i < 100'000; ++i) {
    const uint32_t a = random.next(), b = random.next();
    wrong += (placeOf(u32, a) < placeOf(u32, b)) != (a < b);
    wrong += (placeOf(i32, a) < placeOf(i32, b)) != (std::bit_cast<int32_t>(a) < std::bit_cast<int32_t>(b));
    const float x = std::bit_cast<float>(a), y = std::bit_cast<float>(b);
    if (std::isnan(x) || std::isnan(y)) continue;
    wrong += (placeOf(f32, a) < placeOf(f32, b)) != (x < y);
  }
  CHECK(wrong == 0);
}

TEST_CASE("oracle_orders_float_specials_as_documented") {
  const Config f32{.key_type = kF32};
  constexpr uint32_t kAscending[] = {0xffffffffu, 0xffc00000u, 0xff800001u, 0xff800000u, 0xff7fffffu, 0x80800000u,
                                     0x807fffffu, 0x80000001u, 0x80000000u, 0x00000000u, 0x00000001u, 0x007fffffu,
                                     0x00800000u, 0x7f7fffffu, 0x7f800000u, 0x7f800001u, 0x7fc00000u, 0x7fffffffu};
  for (std::size_t i = 1; i < std::size(kAscending); ++i)
    CHECK(placeOf(f32, kAscending[i - 1]) < placeOf(f32, kAscending[i]));
}

TEST_CASE("oracle_places_every_nan_last_as_documented") {
  constexpr uint32_t kAscending[] = {0xff800000u, 0xff7fffffu, 0x80000001u, 0x80000000u, 0x00000000u,
                                     0x00000001u, 0x7f7fffffu, 0x7f800000u, 0x7f800001u, 0x7fc00000u,
                                     0x7fffffffu, 0xffffffffu, 0xffc00000u, 0xff800001u};
  constexpr uint32_t kDescending[] = {0x7f800000u, 0x7f7fffffu, 0x00000001u, 0x00000000u, 0x80000000u,
                                      0x80000001u, 0xff7fffffu, 0xff800000u, 0xff800001u, 0xffc00000u,
                                      0xffffffffu, 0x7fffffffu, 0x7fc00000u, 0x7f800001u};
  const Config up{.key_type = kF32, .nan_rule = kNanLast};
  const Config down{.key_type = kF32, .order = kDown, .nan_rule = kNanLast};
  for (std::size_t i = 1; i < std::size(kAscending); ++i) {
    CHECK(placeOf(up, kAscending[i - 1]) < placeOf(up, kAscending[i]));
    CHECK(placeOf(down, kDescending[i - 1]) < placeOf(down, kDescending[i]));
  }
  CHECK(placeOf(up, 0xff800000u) == 0);
  CHECK(placeOf(up, 0xff800001u) == 0xffffffffu);
  CHECK(placeOf(down, 0x7f800000u) == 0);
  CHECK(placeOf(down, 0x7f800001u) == 0xffffffffu);
}

TEST_CASE("oracle_orders_wide_keys_and_payloads_as_numbers_of_64_bits") {
  Random random(nextSeed());
  for (const Order order : {Order::ascending, Order::descending}) {
    const Config wide{.key_type = kU64, .order = order};
    std::vector<uint64_t> numbers(1000);
    for (uint64_t& number : numbers) number = random.next64() & 0x00000007ffffffffull;
    const Elements before{numbers, {}};
    // Of {key, payload} with ties broken by value, payloads ascend in both orders.
    const Config words{.order = order, .payload = kInterleaved, .ties = kByValue};
    const auto split = [&] {
      Elements elements;
      for (const uint64_t number : numbers) {
        elements.keys.push_back(number >> 32);
        elements.values.push_back(static_cast<uint32_t>(number));
      }
      return elements;
    };
    const Elements before_words = split();
    std::ranges::sort(numbers);
    if (order == Order::descending) std::ranges::reverse(numbers);
    CHECK(explainWrong(wide, before, {numbers, {}}).empty());
    std::swap(numbers[1], numbers[2]);
    CHECK_FALSE(explainWrong(wide, before, {numbers, {}}).empty());
    std::ranges::sort(numbers, [order](uint64_t a, uint64_t b) {
      if (a >> 32 != b >> 32) return (a < b) == (order == Order::ascending);
      return a < b;
    });
    CHECK(explainWrong(words, before_words, split()).empty());
    std::swap(numbers[1], numbers[2]);
    CHECK_FALSE(explainWrong(words, before_words, split()).empty());
  }
}

TEST_CASE("oracle_notices_lost_swapped_and_unordered_elements") {
  const Config by_value{.payload = kU32, .ties = kByValue};
  const Config any{.payload = kU32, .ties = kAnyTies};
  const Config stable{.payload = kU32, .ties = Ties::stable};
  const Elements before{{5, 1, 5, 3}, {7, 8, 6, 9}};
  const Elements as_before{{1, 3, 5, 5}, {8, 9, 7, 6}}, ascending{{1, 3, 5, 5}, {8, 9, 6, 7}};
  CHECK(explainWrong(stable, before, as_before).empty());
  CHECK(explainWrong(by_value, before, ascending).empty());
  CHECK(explainWrong(any, before, as_before).empty());
  CHECK(explainWrong(any, before, ascending).empty());
  CHECK_FALSE(explainWrong(stable, before, ascending).empty());
  CHECK_FALSE(explainWrong(by_value, before, as_before).empty());
  for (const Config& config : {by_value, any, stable}) {
    CHECK_FALSE(explainWrong(config, before, {{1, 3, 5, 5}, {9, 8, 7, 6}}).empty());  // values swapped
    CHECK_FALSE(explainWrong(config, before, {{1, 3, 5, 5}, {8, 9, 7, 7}}).empty());  // a value lost
    CHECK_FALSE(explainWrong(config, before, {{1, 5, 3, 5}, {8, 7, 9, 6}}).empty());  // not sorted
    CHECK_FALSE(explainWrong(config, before, {{1, 3, 3, 5}, {8, 9, 9, 6}}).empty());  // a key lost
  }
}

// By another algorithm than the oracle's. Payloads are not in order before the sort.
TEST_CASE("oracle_keeps_the_order_of_equal_keys_as_std_stable_sort_does") {
  Random random(nextSeed());
  for (const vksort::Payload payload : {vksort::Payload::u32, vksort::Payload::interleaved}) {
    for (const Order order : {Order::ascending, Order::descending}) {
      const Config config{.key_type = kI32, .order = order, .payload = payload};
      Elements before;
      std::vector<std::pair<int32_t, uint32_t>> elements;
      for (uint32_t i = 0; i < 1000; ++i) {
        elements.emplace_back(static_cast<int32_t>(random.next() % 16) - 8, random.next());
        before.keys.push_back(std::bit_cast<uint32_t>(elements.back().first));
        before.values.push_back(elements.back().second);
      }
      std::stable_sort(elements.begin(), elements.end(), [order](const auto& a, const auto& b) {
        return order == Order::ascending ? a.first < b.first : a.first > b.first;
      });
      Elements after;
      for (const auto& [key, value] : elements) {
        after.keys.push_back(std::bit_cast<uint32_t>(key));
        after.values.push_back(value);
      }
      CHECK(explainWrong(config, before, after).empty());
      const auto twin = std::ranges::adjacent_find(after.keys) - after.keys.begin();
      std::swap(after.values[static_cast<std::size_t>(twin)], after.values[static_cast<std::size_t>(twin) + 1]);
      CHECK_FALSE(explainWrong(config, before, after).empty());
    }
  }
}

}  // namespace test
