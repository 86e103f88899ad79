// The check of results must see every kind of wrong result, or no measured row is worth anything.
#include "input/verify.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>

#include "input/input.h"
#include "input/keys.h"

namespace test {
namespace {

using bench::Elements;
using bench::Input;

// The elements as a correct sort leaves them.
Elements sorted(const Input& options, const Elements& input) {
  const vksort::KeyType type = options.ordering.key_type;
  const std::size_t words = bench::wordsPerKey(type);
  const bench::Keys keys(input.keys, type);
  std::vector<std::uint32_t> order(keys.size());
  std::iota(order.begin(), order.end(), 0u);
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return bench::orderOf(keys[a], type, options.ordering.order) <
           bench::orderOf(keys[b], type, options.ordering.order);
  });
  Elements out;
  for (const std::uint32_t i : order) {
    for (std::size_t word = 0; word < words; ++word) out.keys.push_back(input.keys[i * words + word]);
    if (!input.values.empty()) out.values.push_back(input.values[i]);
  }
  return out;
}

// Feeds the output in pieces of `piece`.
bool accepts(const Input& options, const Elements& input, const Elements& output, std::size_t run = 0,
             std::size_t piece = 1000) {
  const vksort::KeyType type = options.ordering.key_type;
  const std::size_t words = bench::wordsPerKey(type), elements = input.keys.size() / words;
  bench::Verifier verifier(options.ordering, run == 0 ? elements : run);
  const std::span keys(output.keys), values(output.values);
  for (std::size_t first = 0; first < keys.size() / words; first += piece) {
    const std::size_t count = std::min(piece, keys.size() / words - first);
    verifier.feed(keys.subspan(first * words, count * words), values.empty() ? values : values.subspan(first, count));
  }
  bench::Runs runs;
  if (run != 0) runs.each = run;
  return verifier.accepts(elements, bench::checksum(type, input.keys, input.values, runs));
}

constexpr std::uint32_t kElements = 3000;

Input pairs(bench::Distribution distribution) {
  Input options;
  options.ordering.values = vksort::Values::split;
  options.distribution = distribution;
  return options;
}

}  // namespace

TEST_CASE("the_check_accepts_what_is_sorted") {
  for (const auto type : {vksort::KeyType::u32, vksort::KeyType::i32, vksort::KeyType::f32, vksort::KeyType::u64}) {
    for (const auto order : {vksort::Order::ascending, vksort::Order::descending}) {
      for (const auto values : {vksort::Values::none, vksort::Values::split}) {
        Input options;
        options.ordering.key_type = type;
        options.ordering.order = order;
        options.ordering.values = values;
        const Elements input = bench::makeInput(options, kElements);
        for (const std::size_t piece : {1, 7, 1000, 5000}) {
          CHECK(accepts(options, input, sorted(options, input), 0, piece));
        }
        CHECK_FALSE(accepts(options, input, input));
      }
    }
  }
}

TEST_CASE("the_check_sees_a_swapped_pair_wherever_it_is") {
  const Input options;
  const Elements input = bench::makeInput(options, kElements);
  for (const std::size_t i : {0, 1, 999, 1000, 2998}) {
    Elements output = sorted(options, input);
    std::swap(output.keys[i], output.keys[i + 1]);
    CAPTURE(i);
    CHECK_FALSE(accepts(options, input, output));
    CHECK_FALSE(accepts(options, input, output, 0, i + 1));  // the fault lies between two pieces
  }
}

TEST_CASE("the_check_sees_a_duplicated_element") {
  const Input options;
  const Elements input = bench::makeInput(options, kElements);
  Elements output = sorted(options, input);
  output.keys[100] = output.keys[101];
  CHECK_FALSE(accepts(options, input, output));
}

TEST_CASE("the_check_sees_a_lost_element") {
  Input options;
  for (const auto distribution : {bench::Distribution::random, bench::Distribution::equal}) {
    options.distribution = distribution;
    const Elements input = bench::makeInput(options, kElements);
    Elements output = sorted(options, input);
    output.keys.pop_back();
    CHECK_FALSE(accepts(options, input, output));
  }
}

TEST_CASE("the_check_sees_a_lost_zero") {
  const Input options;
  const Elements input = {{3, 0, 0, 5}, {}};
  CHECK(accepts(options, input, {{0, 0, 3, 5}, {}}));
  CHECK_FALSE(accepts(options, input, {{0, 3, 5}, {}}));
  CHECK_FALSE(accepts(options, input, {{0, 3, 3, 5}, {}}));
}

TEST_CASE("the_check_sees_keys_that_are_sorted_but_not_those_of_the_input") {
  const Input options;
  const Elements input = bench::makeInput(options, kElements);
  CHECK_FALSE(accepts(options, input, {std::vector<std::uint32_t>(kElements, 0), {}}));
}

TEST_CASE("the_check_sees_ties_in_the_wrong_order_of_values") {
  Input options = pairs(bench::Distribution::few);
  const Elements input = bench::makeInput(options, kElements);
  Elements output = sorted(options, input);
  REQUIRE(output.keys[10] == output.keys[11]);
  std::swap(output.values[10], output.values[11]);
  CHECK_FALSE(accepts(options, input, output));
  options.ordering.ties = vksort::Ties::any;
  CHECK(accepts(options, input, output));
}

TEST_CASE("the_check_sees_a_value_that_left_its_key") {
  Input options = pairs(bench::Distribution::random);
  options.ordering.ties = vksort::Ties::any;
  const Elements input = bench::makeInput(options, kElements);
  Elements output = sorted(options, input);
  std::swap(output.values[10], output.values[2000]);
  CHECK_FALSE(accepts(options, input, output));
}

TEST_CASE("the_check_sees_either_word_of_a_wide_key") {
  Input options = pairs(bench::Distribution::random);
  options.ordering.key_type = vksort::KeyType::u64;
  const Elements input = bench::makeInput(options, kElements);
  for (const std::size_t word : {0, 1}) {
    Elements output = sorted(options, input);
    std::swap(output.keys[2 * 100 + word], output.keys[2 * 101 + word]);
    CHECK_FALSE(accepts(options, input, output));
    output = sorted(options, input);
    output.keys[2 * (kElements - 1) + word] ^= 1;
    CHECK_FALSE(accepts(options, input, output));
  }
  // In order, but with low words that changed places between keys of one high word.
  const Elements mixed = {{1, 7, 2, 7, 3, 7}, {0, 1, 2}};
  CHECK(accepts(options, mixed, mixed));
  CHECK_FALSE(accepts(options, mixed, {{2, 7, 1, 7, 3, 7}, {1, 0, 2}}));
  CHECK_FALSE(accepts(options, mixed, {{1, 7, 2, 7, 3, 7}, {1, 0, 2}}));
}

TEST_CASE("the_check_sees_ties_of_wide_keys_in_the_wrong_order_of_values") {
  Input options = pairs(bench::Distribution::few);
  options.ordering.key_type = vksort::KeyType::u64;
  const Elements input = bench::makeInput(options, kElements);
  Elements output = sorted(options, input);
  REQUIRE(output.keys[2 * 10] == output.keys[2 * 11]);
  REQUIRE(output.keys[2 * 10 + 1] == output.keys[2 * 11 + 1]);
  std::swap(output.values[10], output.values[11]);
  CHECK_FALSE(accepts(options, input, output));
  options.ordering.ties = vksort::Ties::any;
  CHECK(accepts(options, input, output));
}

TEST_CASE("sorted_tiles_need_order_within_each_tile_and_no_more") {
  const Input options;
  const Elements input = {{4, 2, 3, 1, 9, 0}, {}};
  CHECK(accepts(options, input, {{2, 4, 1, 3, 0, 9}, {}}, 2));
  CHECK_FALSE(accepts(options, input, {{2, 4, 3, 1, 0, 9}, {}}, 2));
  for (const std::size_t piece : {1, 2, 3, 4}) CHECK(accepts(options, input, {{2, 4, 1, 3, 0, 9}, {}}, 2, piece));
}

TEST_CASE("each_tile_has_the_elements_that_it_had") {
  const Input options;
  const Elements input = {{4, 2, 3, 1, 9}, {}};
  for (const std::size_t piece : {1, 2, 3, 5}) {
    CAPTURE(piece);
    CHECK(accepts(options, input, {{2, 4, 1, 3, 9}, {}}, 2, piece));
    CHECK_FALSE(accepts(options, input, {{3, 4, 1, 2, 9}, {}}, 2, piece));
    CHECK_FALSE(accepts(options, input, {{1, 3, 2, 4, 9}, {}}, 2, piece));
    CHECK_FALSE(accepts(options, input, {{1, 2, 3, 4, 9}, {}}, 2, piece));
  }
}

}  // namespace test
