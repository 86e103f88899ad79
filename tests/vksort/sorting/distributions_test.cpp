// Every distribution of keys in every configuration, against the oracle and between guard words.
#include <doctest/doctest.h>

#include "support/check/conform.h"

namespace test {
namespace {

using vksort::KeyType;
using vksort::NanRule;
using vksort::Order;
using vksort::Path;
using vksort::Ties;
using vksort::Values;

// With kRareConfigs every pair of key type, order, layout, tie rule, NaN rule, path, binding and full subgroups that
// makes a difference; the fuzzer draws the rest.
constexpr Order kUp = Order::ascending, kDown = Order::descending;
constexpr Config kSortedConfigs[] = {
    // At every width.
    {KeyType::u32, kUp, Values::none},
    {KeyType::i32, kDown, Values::none, Ties::value, Path::automatic, false},
    {KeyType::f32, kDown, Values::none},
    {KeyType::f32, kUp, Values::none, Ties::value, Path::automatic, true, true, NanRule::last},
    {KeyType::f32, kDown, Values::none, Ties::value, Path::automatic, false, true, NanRule::last},
    {KeyType::u64, kUp, Values::none},
    {KeyType::u64, kDown, Values::none, Ties::value_in_order, Path::automatic, false},
    {KeyType::u32, kUp, Values::iota},
    {KeyType::f32, kDown, Values::iota},
    {KeyType::f32, kDown, Values::iota, Ties::value, Path::automatic, false, true, NanRule::last},
    {KeyType::u64, kUp, Values::iota},
    // Others load and compare the same at every width.
    {KeyType::u64, kUp, Values::none, Ties::any},
    {KeyType::f32, kUp, Values::iota, Ties::any},
    {KeyType::u32, kUp, Values::split},
    {KeyType::i32, kDown, Values::split, Ties::value, Path::automatic, false},
    {KeyType::f32, kUp, Values::split, Ties::any},
    {KeyType::f32, kDown, Values::split, Ties::value, Path::automatic, true, true, NanRule::last},
    {KeyType::u32, kDown, Values::split, Ties::value_in_order},
    {KeyType::u64, kUp, Values::split},
    {KeyType::u64, kDown, Values::split, Ties::any, Path::automatic, false},
    {KeyType::u32, kUp, Values::interleaved, Ties::value_in_order},
    {KeyType::i32, kUp, Values::interleaved, Ties::any, Path::automatic, false},
    {KeyType::f32, kDown, Values::interleaved, Ties::value_in_order},
    {KeyType::f32, kUp, Values::interleaved, Ties::value, Path::automatic, true, true, NanRule::last},
    {KeyType::u32, kUp, Values::none, Ties::value, Path::floor},
    {KeyType::i32, kUp, Values::none, Ties::value, Path::floor, true, true, NanRule::last},
    {KeyType::f32, kDown, Values::none, Ties::value, Path::floor, false, true, NanRule::last},
    {KeyType::u64, kDown, Values::none, Ties::value, Path::floor},
    {KeyType::u32, kUp, Values::split, Ties::value, Path::floor},
    {KeyType::i32, kDown, Values::split, Ties::any, Path::floor, false},
    {KeyType::f32, kDown, Values::split, Ties::value_in_order, Path::floor},
    {KeyType::u64, kDown, Values::split, Ties::value_in_order, Path::floor},
    {KeyType::f32, kUp, Values::interleaved, Ties::value, Path::floor, false},
    {KeyType::f32, kDown, Values::interleaved, Ties::any, Path::floor, true, true, NanRule::last},
    {KeyType::u32, kUp, Values::iota, Ties::value, Path::floor},
    {KeyType::f32, kDown, Values::iota, Ties::any, Path::floor, false},
    {KeyType::u64, kDown, Values::iota, Ties::value, Path::floor, false},
    {KeyType::i32, kDown, Values::none, Ties::value, Path::automatic, true, false},
    {KeyType::f32, kUp, Values::split, Ties::value, Path::automatic, true, false},
};

constexpr Config kRareConfigs[] = {
    {KeyType::i32, kUp, Values::iota, Ties::value_in_order},
    {KeyType::f32, kDown, Values::split, Ties::value_in_order, Path::automatic, true, true, NanRule::last},
    {KeyType::u32, kUp, Values::interleaved, Ties::any, Path::automatic, false, false},
    {KeyType::u64, kUp, Values::iota, Ties::value_in_order, Path::automatic, true, false},
    {KeyType::f32, kUp, Values::none, Ties::value, Path::automatic, true, false, NanRule::last},
};

// All distributions at each size; payloads take turns.
std::vector<Input> allKeys(const Config& config, std::initializer_list<uint32_t> sizes) {
  constexpr Payload kPayloads[] = {Payload::index, Payload::random, Payload::all_ones};
  std::vector<Input> inputs;
  const auto add = [&](uint32_t n, Keys keys) {
    inputs.push_back({n, keys, kPayloads[inputs.size() % 3], nextSeed()});
  };
  for (const uint32_t n : sizes) {
    for (const Keys keys : kAllKeys) add(n, keys);
    if (wideKeys(config)) add(n, Keys::low_word);
    if (config.nan_rule == NanRule::last) add(n, Keys::nan);
  }
  return inputs;
}

}  // namespace

TEST_CASE("sorts_every_distribution_of_keys_in_every_configuration") {
  for (const Config& config : kSortedConfigs) {
    if (!wanted(config)) continue;
    SUBCASE(describe(config).c_str()) {
      onEveryDeviceUnvalidated([&](Rig& rig) {
        const uint32_t tile = 1u << rig.tuning(config).tile_log2;
        expectSorts(rig, config,
                    allKeys(config, {0, 1, 2, 3, 17, 61, 200, tile - 1, tile, tile + 1, 2 * tile - 3, 7 * tile + 5}));
      });
    }
  }
}

TEST_CASE("sorts_every_distribution_of_keys_in_rare_configurations" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    for (const Config& config : kRareConfigs)
      expectSorts(rig, config, allKeys(config, {2, 61, 5 * (1u << rig.tuning(config).tile_log2) + 3}));
  });
}

// With descriptors that reach to the end of the buffer: on a driver that clamps, guards could not be hit otherwise.
// Then through descriptors of the ranges alone, with keys and values in one buffer.
TEST_CASE("never_writes_outside_the_range" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    for (const Config& config :
         {Config{}, Config{.values = Values::split}, Config{.values = Values::interleaved},
          Config{.values = Values::iota}, Config{.key_type = KeyType::u64},
          Config{.key_type = KeyType::u64, .values = Values::split},
          Config{.key_type = KeyType::u64, .values = Values::iota, .path = Path::floor, .push_descriptor = false},
          Config{.path = Path::floor, .push_descriptor = false},
          Config{.values = Values::split, .path = Path::floor, .push_descriptor = false}}) {
      const uint32_t tile = 1u << rig.tuning(config).tile_log2;
      std::vector<Input> inputs;
      for (const uint32_t n : {0u, 1u, 2u, 5u, 33u, tile - 1, tile, tile + 1, 3 * tile + 1, 8 * tile - 1})
        inputs.push_back({n, Keys::last, Payload::all_ones, nextSeed()});
      expectSorts(rig, config, inputs);
      expectSorts(rig, config, inputs, {.widen = false, .one_buffer = splitValues(config)});
    }
  });
}

TEST_CASE("sorts_long_ranges" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    for (const Config& config :
         {Config{.key_type = KeyType::f32, .order = kDown}, Config{.key_type = KeyType::f32, .values = Values::split},
          Config{.values = Values::interleaved, .ties = Ties::any}, Config{.key_type = KeyType::u64, .order = kDown},
          Config{.key_type = KeyType::u64, .values = Values::split}, Config{.values = Values::iota}}) {
      std::vector<Input> inputs;
      for (const Keys keys : {Keys::random, wideKeys(config) ? Keys::low_word : Keys::last})
        inputs.push_back({200'003, keys, Payload::index, nextSeed()});
      if (config.values == Values::iota) inputs.push_back({1'500'001, Keys::entropy_3, Payload::index, nextSeed()});
      expectSorts(rig, config, inputs);
    }
  });
}

TEST_CASE("numbers_a_single_element_in_one_dispatch") {
  onEveryDevice([](Rig& rig) {
    for (const bool full_subgroups : {true, false}) {
      const Config config{.values = Values::iota, .full_subgroups = full_subgroups};
      CHECK(rig.sorter(config).plan(0).dispatches == 0);
      const Report report = expectSorts(rig, rig.sorter(config), config, inputsOf({1}));
      CHECK(report.dispatches == 1);
    }
  });
}

}  // namespace test
