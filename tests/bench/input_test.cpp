// What is sorted, and the check of results: it must see every kind of wrong result.
#include "input/input.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <set>

#include "input/keys.h"
#include "input/verify.h"

namespace test {
namespace {

using bench::Distribution;
using bench::Elements;
using bench::Input;
using vksort::KeyType;
using vksort::Order;

constexpr std::array kKeyTypes = {KeyType::u32, KeyType::i32, KeyType::f32, KeyType::u64};
constexpr std::array kOrders = {Order::ascending, Order::descending};

std::vector<std::uint64_t> ordersOf(const Input& input, const Elements& elements) {
  std::vector<std::uint64_t> orders;
  const bench::Keys keys(elements.keys, input.ordering.key_type);
  for (std::size_t i = 0; i < keys.size(); ++i)
    orders.push_back(bench::orderOf(keys[i], input.ordering.key_type, input.ordering.order));
  return orders;
}

std::vector<std::uint64_t> ordersOf(const Input& input, std::uint32_t count) {
  return ordersOf(input, bench::makeInput(input, count));
}

std::uint32_t ones(std::uint32_t bits) { return static_cast<std::uint32_t>((std::uint64_t{1} << bits) - 1); }

std::uint32_t orOf(const std::vector<std::uint32_t>& words) {
  return std::accumulate(words.begin(), words.end(), 0u, std::bit_or<>());
}

void checkDistributions(Input input) {
  constexpr std::uint32_t kCount = 5000;
  const auto made = [&](Distribution distribution) {
    input.distribution = distribution;
    return ordersOf(input, kCount);
  };
  const auto differing = [](const std::vector<std::uint64_t>& keys) {
    return std::set(keys.begin(), keys.end()).size();
  };
  const std::vector<std::uint64_t> sorted = made(Distribution::sorted), nearly = made(Distribution::nearly);
  CHECK(std::ranges::is_sorted(sorted));
  CHECK(std::ranges::is_sorted(made(Distribution::reversed), std::greater<>()));
  CHECK_FALSE(std::ranges::is_sorted(made(Distribution::random)));
  std::size_t moved = 0;
  for (std::uint32_t i = 0; i < kCount; ++i) moved += nearly[i] != sorted[i];
  CHECK(moved > 0);
  CHECK(moved <= kCount / 50);
  if (input.key_bits != 0) {
    CHECK(orOf(bench::makeInput(input, kCount).keys) == ones(input.key_bits));
    return;
  }
  CHECK(differing(made(Distribution::random)) > kCount - 10);
  CHECK(differing(made(Distribution::equal)) == 1);
  CHECK(differing(made(Distribution::few)) == 16);
}

}  // namespace

TEST_CASE("each_distribution_is_what_it_is_called_for_every_key_type_order_and_number_of_bits") {
  for (const KeyType type : kKeyTypes) {
    for (const Order order : kOrders) {
      for (const std::uint32_t bits : {0u, 1u, 9u, 16u, 31u, 32u}) {
        if (bits != 0 && type == KeyType::u64) continue;
        CAPTURE(static_cast<int>(type));
        CAPTURE(bits);
        Input input;
        input.ordering.key_type = type;
        input.ordering.order = order;
        input.key_bits = bits;
        checkDistributions(input);
      }
    }
  }
  Input one;
  for (int each = 0; each <= static_cast<int>(Distribution::nearly); ++each) {
    one.distribution = static_cast<Distribution>(each);
    CHECK(bench::makeInput(one, 1).keys.size() == 1);
  }
}

TEST_CASE("a_seed_has_the_same_keys_on_every_machine_and_another_seed_others") {
  Input input;
  CHECK(bench::makeInput(input, 3).keys == std::vector<std::uint32_t>{0x6d10ceefu, 0x9491bd8au, 0x6129d4b1u});
  input.seed = 2;
  CHECK(bench::makeInput(input, 3).keys == std::vector<std::uint32_t>{0xe87f0272u, 0xc95b9d6au, 0xe4a36647u});
}

namespace {

constexpr std::uint32_t kElements = 300;

// The elements as a correct sort leaves them.
Elements sorted(const Input& options, const Elements& input) {
  const std::vector<std::uint64_t> orders = ordersOf(options, input);
  const std::size_t words = bench::wordsPerKey(options.ordering.key_type);
  std::vector<std::uint32_t> order(orders.size());
  std::iota(order.begin(), order.end(), 0u);
  std::ranges::stable_sort(order, {}, [&](std::uint32_t i) { return orders[i]; });
  Elements out;
  for (const std::uint32_t i : order) {
    for (std::size_t word = 0; word < words; ++word) out.keys.push_back(input.keys[i * words + word]);
    if (!input.values.empty()) out.values.push_back(input.values[i]);
  }
  return out;
}

// Whether the check accepts an output that it reads in pieces, in runs of `run` elements each; 0: one run.
bool accepts(const Input& options, const Elements& input, const Elements& output, std::size_t run = 0,
             std::size_t piece = 100) {
  const KeyType type = options.ordering.key_type;
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

struct Fault {
  const char* name;
  KeyType type;
  Distribution distribution;
  bool values;
  void (*apply)(Elements&);
  bool right_with_any_ties = false;
};

const Fault kFaults[] = {
    {"nothing sorted", KeyType::u32, Distribution::random, false,
     [](Elements& out) { out.keys = bench::makeInput({}, kElements).keys; }},
    {"first two swapped", KeyType::u32, Distribution::random, false,
     [](Elements& out) { std::swap(out.keys[0], out.keys[1]); }},
    {"lost", KeyType::u32, Distribution::random, false, [](Elements& out) { out.keys.pop_back(); }},
    {"lost of equal ones", KeyType::u32, Distribution::equal, false, [](Elements& out) { out.keys.pop_back(); }},
    {"other keys in order", KeyType::u32, Distribution::random, false,
     [](Elements& out) { out.keys.assign(kElements, 0); }},
    {"a value that left its key", KeyType::u32, Distribution::random, true,
     [](Elements& out) { std::swap(out.values[10], out.values[200]); }},
    {"equal keys in another order of values", KeyType::u32, Distribution::few, true,
     [](Elements& out) { std::swap(out.values[10], out.values[11]); }, true},
    {"equal wide keys in another order of values", KeyType::u64, Distribution::few, true,
     [](Elements& out) { std::swap(out.values[10], out.values[11]); }, true},
    {"high words swapped", KeyType::u64, Distribution::random, true,
     [](Elements& out) { std::swap(out.keys[201], out.keys[203]); }},
    {"a bit of the last high word", KeyType::u64, Distribution::random, true,
     [](Elements& out) { out.keys[2 * kElements - 1] ^= 1; }},
};

}  // namespace

TEST_CASE("the_check_accepts_what_is_sorted_and_sees_every_fault") {
  for (const KeyType type : kKeyTypes) {
    for (const Order order : kOrders) {
      for (const auto values : {vksort::Values::none, vksort::Values::split}) {
        Input options;
        options.ordering = {.key_type = type, .order = order, .values = values};
        const Elements input = bench::makeInput(options, kElements);
        for (const std::size_t piece : {1, 7, 5000}) CHECK(accepts(options, input, sorted(options, input), 0, piece));
      }
    }
  }
  for (const Fault& fault : kFaults) {
    CAPTURE(fault.name);
    Input options;
    options.ordering.key_type = fault.type;
    options.ordering.values = fault.values ? vksort::Values::split : vksort::Values::none;
    options.distribution = fault.distribution;
    const Elements input = bench::makeInput(options, kElements);
    Elements output = sorted(options, input);
    fault.apply(output);
    for (const std::size_t piece : {1, 7, 5000}) CHECK_FALSE(accepts(options, input, output, 0, piece));
    options.ordering.ties = vksort::Ties::any;
    CHECK(accepts(options, input, output) == fault.right_with_any_ties);
  }
  const Elements zeros = {{3, 0, 0, 5}, {}};
  CHECK(accepts({}, zeros, {{0, 0, 3, 5}, {}}));
  for (const auto& wrong : {std::vector<std::uint32_t>{0, 3, 5}, {0, 3, 3, 5}})
    CHECK_FALSE(accepts({}, zeros, {wrong, {}}));
}

TEST_CASE("each_tile_must_be_sorted_and_keep_its_own_elements") {
  const Input options;
  const Elements input = {{4, 2, 3, 1, 9}, {}};
  for (const std::size_t piece : {1, 2, 3, 5}) {
    CAPTURE(piece);
    CHECK(accepts(options, input, {{2, 4, 1, 3, 9}, {}}, 2, piece));
    for (const auto& wrong : {std::vector<std::uint32_t>{2, 4, 3, 1, 9}, {3, 4, 1, 2, 9}, {1, 2, 3, 4, 9}})
      CHECK_FALSE(accepts(options, input, {wrong, {}}, 2, piece));
  }
}

}  // namespace test
