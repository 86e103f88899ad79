#include "input/input.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <set>

#include "input/keys.h"
#include "input/parallel.h"

namespace test {
namespace {

using bench::Distribution;
using bench::Input;

constexpr std::array kKeyTypes = {vksort::KeyType::u32, vksort::KeyType::i32, vksort::KeyType::f32,
                                  vksort::KeyType::u64};
constexpr std::array kOrders = {vksort::Order::ascending, vksort::Order::descending};

std::vector<std::uint64_t> ordersOf(const Input& input, std::uint32_t count) {
  std::vector<std::uint64_t> orders;
  const bench::Elements elements = bench::makeInput(input, count);
  const bench::Keys keys(elements.keys, input.ordering.key_type);
  for (std::size_t i = 0; i < keys.size(); ++i) {
    orders.push_back(bench::orderOf(keys[i], input.ordering.key_type, input.ordering.order));
  }
  return orders;
}

}  // namespace

TEST_CASE("values_are_indices_or_random_below_what_is_asked_for") {
  Input input;
  input.ordering.values = vksort::Values::split;
  constexpr std::uint32_t kCount = 5000;
  const bench::Elements indices = bench::makeInput(input, kCount);
  for (std::uint32_t i = 0; i < kCount; ++i) REQUIRE(indices.values[i] == i);
  CHECK(input.valueBits() == 32);
  for (const std::uint32_t bits : {1u, 5u, 20u, 32u}) {
    input.value_bits = bits;
    const bench::Elements elements = bench::makeInput(input, kCount);
    CHECK(elements.keys == indices.keys);
    std::uint32_t all = 0;
    for (const std::uint32_t value : elements.values) all |= value;
    CHECK(all == static_cast<std::uint32_t>((std::uint64_t{1} << bits) - 1));
    CHECK_FALSE(std::ranges::is_sorted(elements.values));
    CHECK(input.valueBits() == bits);
  }
}

TEST_CASE("each_distribution_is_what_it_is_called_in_every_order") {
  for (const auto type : kKeyTypes) {
    for (const auto order : kOrders) {
      Input input;
      input.ordering.key_type = type;
      input.ordering.order = order;
      const auto made = [&](Distribution distribution) {
        input.distribution = distribution;
        return ordersOf(input, 5000);
      };
      CHECK(std::ranges::is_sorted(made(Distribution::sorted)));
      CHECK(std::ranges::is_sorted(made(Distribution::reversed), std::greater<>()));
      CHECK_FALSE(std::ranges::is_sorted(made(Distribution::random)));
      CHECK_FALSE(std::ranges::is_sorted(made(Distribution::nearly)));
      std::vector<std::uint64_t> keys = made(Distribution::equal);
      CHECK(std::set(keys.begin(), keys.end()).size() == 1);
      keys = made(Distribution::few);
      CHECK(std::set(keys.begin(), keys.end()).size() == 16);
      keys = made(Distribution::random);
      CHECK(std::set(keys.begin(), keys.end()).size() > 4990);
    }
  }
}

TEST_CASE("keys_of_fewer_bits_are_arranged_as_others") {
  constexpr std::uint32_t kCount = 5000;
  for (const auto type : {vksort::KeyType::u32, vksort::KeyType::i32, vksort::KeyType::f32}) {
    for (const auto order : kOrders) {
      for (const std::uint32_t bits : {1u, 9u, 16u, 31u, 32u}) {
        CAPTURE(bits);
        Input input;
        input.ordering.key_type = type;
        input.ordering.order = order;
        input.key_bits = bits;
        const auto made = [&](Distribution distribution) {
          input.distribution = distribution;
          std::uint32_t all = 0;
          for (const std::uint32_t key : bench::makeInput(input, kCount).keys) all |= key;
          CHECK(all == static_cast<std::uint32_t>((std::uint64_t{1} << bits) - 1));
          return ordersOf(input, kCount);
        };
        const std::vector<std::uint64_t> sorted = made(Distribution::sorted);
        CHECK(std::ranges::is_sorted(sorted));
        CHECK(std::set(sorted.begin(), sorted.end()).size() >= (bits > 9 ? kCount - 10 : 1u << bits));
        CHECK(std::ranges::is_sorted(made(Distribution::reversed), std::greater<>()));
        const std::vector<std::uint64_t> nearly = made(Distribution::nearly);
        std::size_t moved = 0;
        for (std::uint32_t i = 0; i < kCount; ++i) moved += nearly[i] != sorted[i];
        CHECK(moved > 0);
        CHECK(moved <= kCount / 50);
        if (bits > 9) CHECK_FALSE(std::ranges::is_sorted(made(Distribution::random)));
      }
    }
  }
}

TEST_CASE("nearly_sorted_elements_are_not_far_from_their_places") {
  Input input;
  input.distribution = Distribution::nearly;
  const std::vector<std::uint64_t> keys = ordersOf(input, 20000);
  std::vector<std::uint64_t> sorted = keys;
  std::ranges::sort(sorted);
  std::ptrdiff_t moved = 0, farthest = 0;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const auto place = std::ranges::lower_bound(sorted, keys[i]) - sorted.begin();
    farthest = std::max(farthest, std::abs(place - static_cast<std::ptrdiff_t>(i)));
    moved += keys[i] != sorted[i];
  }
  CHECK(farthest < 1000);
  CHECK(farthest > 900);
  // Of each hundred one, and the other whose place it takes.
  CHECK(moved > 360);
  CHECK(moved <= 400);
}

TEST_CASE("one_element_can_have_any_distribution") {
  for (const auto distribution : {Distribution::random, Distribution::sorted, Distribution::reversed,
                                  Distribution::equal, Distribution::few, Distribution::nearly}) {
    Input input;
    input.distribution = distribution;
    CHECK(bench::makeInput(input, 1).keys.size() == 1);
  }
}

TEST_CASE("a_key_and_its_place_in_the_order_are_one_to_one") {
  for (const auto type : kKeyTypes) {
    for (const auto order : kOrders) {
      for (const std::uint64_t word : {0u, 1u, 0x7fffffffu, 0x80000000u, 0xfffffffeu, 0xffffffffu}) {
        const std::uint64_t key = type == vksort::KeyType::u64 ? word << 32 | (word ^ 5) : word;
        const std::uint64_t place = bench::orderOf(key, type, order);
        CHECK(bench::keyOf(place, type, order) == key);
        CHECK((type == vksort::KeyType::u64 || place >> 32 == 0));
      }
    }
  }
}

TEST_CASE("keys_of_64_bits_lie_with_their_low_word_first") {
  const std::vector<std::uint32_t> words = {1, 2, 0xffffffffu, 0};
  const bench::Keys keys(words, vksort::KeyType::u64);
  REQUIRE(keys.size() == 2);
  CHECK(keys[0] == 0x200000001u);
  CHECK(keys[1] == 0xffffffffu);
  CHECK(bench::orderOf(keys[0], vksort::KeyType::u64, vksort::Order::descending) == ~std::uint64_t{0x200000001u});
}

TEST_CASE("few_keys_of_64_bits_differ_in_both_words") {
  Input input;
  input.ordering.key_type = vksort::KeyType::u64;
  input.distribution = Distribution::few;
  std::set<std::uint32_t> low, high;
  for (const std::uint64_t key : ordersOf(input, 5000)) {
    low.insert(static_cast<std::uint32_t>(key));
    high.insert(static_cast<std::uint32_t>(key >> 32));
  }
  CHECK(low.size() == 4);
  CHECK(high.size() == 4);
}

TEST_CASE("a_seed_has_the_same_keys_on_every_machine") {
  Input input;
  CHECK(bench::makeInput(input, 3).keys == std::vector<std::uint32_t>{0x6d10ceefu, 0x9491bd8au, 0x6129d4b1u});
  input.distribution = Distribution::sorted;
  input.ordering.key_type = vksort::KeyType::f32;
  input.ordering.order = vksort::Order::descending;
  CHECK(bench::makeInput(input, 3).keys == std::vector<std::uint32_t>{0x6df8a784u, 0x260792edu, 0xcf4fed4cu});
  // And another seed others.
  input = {};
  input.seed = 2;
  CHECK(bench::makeInput(input, 3).keys == std::vector<std::uint32_t>{0xe87f0272u, 0xc95b9d6au, 0xe4a36647u});
  input.source = bench::KeySource::hook;
  const std::vector<std::uint32_t> depths = bench::makeInput(input, 3).keys;
  input.seed = 1;
  CHECK(bench::makeInput(input, 3).keys != depths);
}

TEST_CASE("pieces_cover_a_range_once") {
  for (const std::size_t count : {std::size_t{0}, std::size_t{1}, (std::size_t{1} << 20) + 3}) {
    std::vector<std::uint8_t> seen(count, 0);
    bench::forPieces(count, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) ++seen[i];
    });
    CHECK(std::ranges::count(seen, 1) == static_cast<std::ptrdiff_t>(count));
  }
}

}  // namespace test
