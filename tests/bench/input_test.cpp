#include "input/input.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <set>

#include "input/parallel.h"
#include "input/verify.h"

namespace test {
namespace {

using bench::Distribution;

std::vector<std::uint32_t> ordersOf(const bench::Options& options, std::uint32_t count) {
  std::vector<std::uint32_t> orders;
  for (const std::uint32_t key : bench::makeInput(options, count).keys) {
    orders.push_back(bench::orderOf(key, options.key_type, options.order));
  }
  return orders;
}

}  // namespace

TEST_CASE("each_distribution_is_what_it_is_called_in_every_order") {
  for (const auto type : {vksort::KeyType::u32, vksort::KeyType::i32, vksort::KeyType::f32}) {
    for (const auto order : {vksort::Order::ascending, vksort::Order::descending}) {
      bench::Options options;
      options.key_type = type;
      options.order = order;
      const auto made = [&](Distribution distribution) {
        options.distribution = distribution;
        return ordersOf(options, 5000);
      };
      CHECK(std::ranges::is_sorted(made(Distribution::sorted)));
      CHECK(std::ranges::is_sorted(made(Distribution::reversed), std::greater<>()));
      CHECK_FALSE(std::ranges::is_sorted(made(Distribution::random)));
      CHECK_FALSE(std::ranges::is_sorted(made(Distribution::nearly)));
      std::vector<std::uint32_t> keys = made(Distribution::equal);
      CHECK(std::set(keys.begin(), keys.end()).size() == 1);
      keys = made(Distribution::few);
      CHECK(std::set(keys.begin(), keys.end()).size() == 16);
      keys = made(Distribution::random);
      CHECK(std::set(keys.begin(), keys.end()).size() > 4990);
    }
  }
}

TEST_CASE("nearly_sorted_elements_are_not_far_from_their_places") {
  bench::Options options;
  options.distribution = Distribution::nearly;
  const std::vector<std::uint32_t> keys = ordersOf(options, 20000);
  std::vector<std::uint32_t> sorted = keys;
  std::ranges::sort(sorted);
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const auto place = std::ranges::lower_bound(sorted, keys[i]) - sorted.begin();
    REQUIRE(std::abs(place - static_cast<std::ptrdiff_t>(i)) < 5000);
  }
}

TEST_CASE("one_element_can_have_any_distribution") {
  for (const auto distribution : {Distribution::random, Distribution::sorted, Distribution::reversed,
                                  Distribution::equal, Distribution::few, Distribution::nearly}) {
    bench::Options options;
    options.distribution = distribution;
    CHECK(bench::makeInput(options, 1).keys.size() == 1);
  }
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
