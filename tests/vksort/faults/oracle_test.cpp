// The oracle itself, against plain comparisons.
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
using vksort::Values;

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
  const Config u32{}, i32{.key_type = KeyType::i32}, f32{.key_type = KeyType::f32};
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
  const Config f32{.key_type = KeyType::f32};
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
  const Config up{.key_type = KeyType::f32, .nan_rule = NanRule::last};
  const Config down{.key_type = KeyType::f32, .order = Order::descending, .nan_rule = NanRule::last};
  for (std::size_t i = 1; i < std::size(kAscending); ++i) {
    CHECK(placeOf(up, kAscending[i - 1]) < placeOf(up, kAscending[i]));
    CHECK(placeOf(down, kDescending[i - 1]) < placeOf(down, kDescending[i]));
  }
  CHECK(placeOf(up, 0xff800000u) == 0);
  CHECK(placeOf(up, 0xff800001u) == 0xffffffffu);
  CHECK(placeOf(down, 0x7f800000u) == 0);
  CHECK(placeOf(down, 0x7f800001u) == 0xffffffffu);
}

TEST_CASE("oracle_orders_wide_keys_and_values_as_numbers_of_64_bits") {
  Random random(nextSeed());
  for (const Order order : {Order::ascending, Order::descending}) {
    const Config wide{.key_type = KeyType::u64, .order = order};
    const Config words{.order = order, .values = Values::interleaved, .ties = Ties::value_in_order};
    std::vector<uint64_t> numbers(1000);
    for (uint64_t& number : numbers) number = random.next64() & 0x00000007ffffffffull;
    const auto split = [&] {
      Elements elements;
      for (const uint64_t number : numbers) {
        elements.keys.push_back(number >> 32);
        elements.values.push_back(static_cast<uint32_t>(number));
      }
      return elements;
    };
    const Elements before{numbers, {}}, before_words = split();
    std::sort(numbers.begin(), numbers.end());
    if (order == Order::descending) std::reverse(numbers.begin(), numbers.end());
    CHECK(explainWrong(wide, before, {numbers, {}}).empty());
    CHECK(explainWrong(words, before_words, split()).empty());
    std::swap(numbers[1], numbers[2]);
    CHECK_FALSE(explainWrong(wide, before, {numbers, {}}).empty());
    CHECK_FALSE(explainWrong(words, before_words, split()).empty());
  }
}

TEST_CASE("oracle_keeps_the_low_word_first") {
  uint32_t words[4] = {};
  const Config wide{.key_type = KeyType::u64};
  putKeys(wide, {{0x1111111122222222u, 0x3333333344444444u}, {}}, words);
  CHECK(words[0] == 0x22222222u);
  CHECK(words[1] == 0x11111111u);
  CHECK(words[2] == 0x44444444u);
  CHECK(words[3] == 0x33333333u);
  Elements read{{0, 0}, {}};
  getKeys(wide, words, read);
  CHECK(read.keys == std::vector<uint64_t>{0x1111111122222222u, 0x3333333344444444u});
}

TEST_CASE("oracle_notices_lost_swapped_and_unordered_elements") {
  const Config by_value{.values = Values::split};
  const Config any{.values = Values::split, .ties = Ties::any};
  const Elements before{{5, 1, 5, 3}, {7, 8, 6, 9}};
  CHECK(explainWrong(by_value, before, {{1, 3, 5, 5}, {8, 9, 6, 7}}).empty());
  CHECK(explainWrong(any, before, {{1, 3, 5, 5}, {8, 9, 6, 7}}).empty());
  CHECK_FALSE(explainWrong(by_value, before, {{1, 3, 5, 5}, {8, 9, 7, 6}}).empty());  // tie not by value
  CHECK(explainWrong(any, before, {{1, 3, 5, 5}, {8, 9, 7, 6}}).empty());
  CHECK_FALSE(explainWrong(any, before, {{1, 3, 5, 5}, {9, 8, 7, 6}}).empty());  // values swapped
  CHECK_FALSE(explainWrong(any, before, {{1, 3, 5, 5}, {8, 9, 7, 7}}).empty());  // a value lost
  CHECK_FALSE(explainWrong(any, before, {{1, 5, 3, 5}, {8, 7, 9, 6}}).empty());  // not sorted
  CHECK_FALSE(explainWrong(any, before, {{1, 3, 3, 5}, {8, 9, 9, 6}}).empty());  // a key lost
}

}  // namespace test
