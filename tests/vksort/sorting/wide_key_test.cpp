// Keys of 64 bits, in one element or in two words.
#include <doctest/doctest.h>

#include "support/check/conform.h"

namespace test {
namespace {

using vksort::KeyType;
using vksort::Order;
using vksort::Path;
using vksort::Ties;
using vksort::Values;

constexpr Path kBothPaths[] = {Path::automatic, Path::floor};
constexpr Order kBothOrders[] = {Order::ascending, Order::descending};

// All distributions at each size; among them many keys that differ in the low word alone.
std::vector<Input> wideKeysOf(std::initializer_list<uint32_t> sizes) {
  constexpr Payload kPayloads[] = {Payload::index, Payload::random, Payload::all_ones};
  std::vector<Input> inputs;
  for (const uint32_t n : sizes) {
    for (const Keys keys : kAllKeys) inputs.push_back({n, keys, kPayloads[inputs.size() % 3], nextSeed()});
    inputs.push_back({n, Keys::low_word, kPayloads[inputs.size() % 3], nextSeed()});
  }
  return inputs;
}

void sortAllInputs(const Config& config) {
  onEveryDevice([&](Rig& rig) {
    const uint32_t tile = 1u << rig.tuning(config).tile_log2;
    expectSorts(rig, config, wideKeysOf({2, 3, 17, 61, 200, tile - 1, tile, tile + 1, 2 * tile - 3, 7 * tile + 5}));
  });
}

}  // namespace

TEST_CASE("sorts_every_distribution_of_wide_keys") {
  for (const Path path : kBothPaths) {
    for (const Order order : kBothOrders) {
      for (const bool push : {true, false}) {
        const Config config{.key_type = KeyType::u64, .order = order, .path = path, .push_descriptor = push};
        if (!wanted(config)) continue;
        const std::string name = describe(config);
        SUBCASE(name.c_str()) { sortAllInputs(config); }
      }
    }
  }
}

TEST_CASE("sorts_long_ranges_of_wide_keys" * doctest::test_suite("one width")) {
  const Config config{.key_type = KeyType::u64, .order = Order::descending};
  onEveryDeviceUnvalidated([&](Rig& rig) {
    std::vector<Input> inputs;
    for (const Keys keys : {Keys::random, Keys::last, Keys::low_word})
      inputs.push_back({200'003, keys, Payload::index, nextSeed()});
    expectSorts(rig, config, inputs);
  });
}

// The tie rule means nothing without values.
TEST_CASE("sorts_wide_keys_under_every_tie_rule" * doctest::test_suite("full")) {
  for (const Ties ties : {Ties::any, Ties::value_in_order}) {
    onEveryDevice([&](Rig& rig) {
      for (const Order order : kBothOrders) {
        const Config config{.key_type = KeyType::u64, .order = order, .ties = ties, .path = Path::floor};
        expectSorts(rig, config, wideKeysOf({61, 5000}));
      }
    });
  }
}

// Without values the low word is of the key, and no value that may come in any order.
TEST_CASE("wide_keys_alone_are_in_order_whatever_the_tie_rule" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    for (const bool lent : {false, true}) {
      const std::vector<Input> inputs = {{3000, Keys::low_word, Payload::index, nextSeed()}};
      expectSorts(rig, {.key_type = KeyType::u64, .ties = Ties::any, .lent = lent}, inputs);
    }
  });
}

TEST_CASE("sorts_keys_of_two_words_like_numbers_of_64_bits" * doctest::test_suite("one width")) {
  for (const Values values : {Values::split, Values::interleaved, Values::iota}) {
    for (const Path path : kBothPaths) {
      // Ascending, it is Ties::value.
      for (const KeyType type : {KeyType::u32, KeyType::f32}) {
        const Config config{type, Order::descending, values, Ties::value_in_order, path};
        if (!wanted(config)) continue;
        if (!everythingWanted()) {
          if ((type == KeyType::f32) != (path == Path::automatic)) continue;
          // The layouts' kernels differ in loads and stores, which are the same on each path.
          if (values == (path == Path::automatic ? Values::iota : Values::interleaved)) continue;
        }
        const std::string name = describe(config);
        SUBCASE(name.c_str()) { sortAllInputs(config); }
      }
    }
  }
  const Config ascending{.values = Values::interleaved, .ties = Ties::value_in_order};
  SUBCASE("ascending") { sortAllInputs(ascending); }
}

}  // namespace test
