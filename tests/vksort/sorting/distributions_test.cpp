// Every distribution of keys in every configuration, against the oracle and between guard words.
#include <doctest/doctest.h>

#include "support/check/conform.h"
#include "support/device/call.h"

namespace test {
namespace {

using vksort::KeyType;
using vksort::NanRule;
using vksort::Order;
using vksort::Ties;

// Every pair of key type, order, layout, tie rule, NaN rule, level, binding and full subgroups that
// makes a difference; the fuzzer draws the rest.
constexpr Order kUp = Order::ascending, kDown = Order::descending;
constexpr Config kSortedConfigs[] = {
    // At every width.
    {},
    {.key_type = KeyType::i32, .order = kDown, .push_descriptor = false},
    {.key_type = KeyType::f32, .order = kDown},
    {.key_type = KeyType::f32, .nan_rule = NanRule::last},
    {.key_type = KeyType::f32, .order = kDown, .nan_rule = NanRule::last, .push_descriptor = false},
    {.key_type = KeyType::u64},
    {.key_type = KeyType::u64, .order = kDown, .push_descriptor = false},
    {.payload = vksort::Payload::index},
    {.key_type = KeyType::f32, .order = kDown, .payload = vksort::Payload::index},
    {.key_type = KeyType::f32,
     .order = kDown,
     .nan_rule = NanRule::last,
     .payload = vksort::Payload::index,
     .push_descriptor = false},
    {.key_type = KeyType::u64, .payload = vksort::Payload::index},
    // Others load and compare the same at every width.
    {.key_type = KeyType::f32, .payload = vksort::Payload::index, .ties = Ties::any},
    {.payload = vksort::Payload::u32, .ties = Ties::by_value},
    {.key_type = KeyType::i32,
     .order = kDown,
     .payload = vksort::Payload::u32,
     .ties = Ties::by_value,
     .push_descriptor = false},
    {.key_type = KeyType::f32, .payload = vksort::Payload::u32, .ties = Ties::any},
    {.key_type = KeyType::f32,
     .order = kDown,
     .nan_rule = NanRule::last,
     .payload = vksort::Payload::u32,
     .ties = Ties::by_value},
    {.key_type = KeyType::u64, .payload = vksort::Payload::u32, .ties = Ties::by_value},
    {.key_type = KeyType::u64,
     .order = kDown,
     .payload = vksort::Payload::u32,
     .ties = Ties::any,
     .push_descriptor = false},
    {.payload = vksort::Payload::interleaved, .ties = Ties::by_value},
    {.key_type = KeyType::i32, .payload = vksort::Payload::interleaved, .ties = Ties::any, .push_descriptor = false},
    {.key_type = KeyType::u64, .order = kDown, .payload = vksort::Payload::interleaved, .ties = Ties::by_value},
    {.key_type = KeyType::f32,
     .nan_rule = NanRule::last,
     .payload = vksort::Payload::interleaved,
     .ties = Ties::by_value},
    {.baseline = true},
    {.key_type = KeyType::i32, .nan_rule = NanRule::last, .baseline = true},
    {.key_type = KeyType::f32, .order = kDown, .nan_rule = NanRule::last, .baseline = true, .push_descriptor = false},
    {.key_type = KeyType::u64, .order = kDown, .baseline = true},
    {.payload = vksort::Payload::u32, .ties = Ties::by_value, .baseline = true},
    {.key_type = KeyType::i32,
     .order = kDown,
     .payload = vksort::Payload::u32,
     .ties = Ties::any,
     .baseline = true,
     .push_descriptor = false},
    {.key_type = KeyType::u64,
     .order = kDown,
     .payload = vksort::Payload::u32,
     .ties = Ties::by_value,
     .baseline = true},
    {.key_type = KeyType::u64,
     .payload = vksort::Payload::interleaved,
     .ties = Ties::any,
     .baseline = true,
     .push_descriptor = false},
    {.key_type = KeyType::f32,
     .payload = vksort::Payload::interleaved,
     .ties = Ties::by_value,
     .baseline = true,
     .push_descriptor = false},
    {.key_type = KeyType::f32,
     .order = kDown,
     .nan_rule = NanRule::last,
     .payload = vksort::Payload::interleaved,
     .ties = Ties::any,
     .baseline = true},
    {.payload = vksort::Payload::index, .baseline = true},
    {.key_type = KeyType::f32,
     .order = kDown,
     .payload = vksort::Payload::index,
     .ties = Ties::any,
     .baseline = true,
     .push_descriptor = false},
    {.key_type = KeyType::u64,
     .order = kDown,
     .payload = vksort::Payload::index,
     .baseline = true,
     .push_descriptor = false},
    {.key_type = KeyType::i32, .order = kDown, .full_subgroups = false},
    {.key_type = KeyType::f32, .payload = vksort::Payload::u32, .ties = Ties::by_value, .full_subgroups = false},
    // Rare ones.
    {.key_type = KeyType::i32, .payload = vksort::Payload::index},
    {.payload = vksort::Payload::interleaved, .ties = Ties::any, .push_descriptor = false, .full_subgroups = false},
    {.key_type = KeyType::u64, .payload = vksort::Payload::index, .full_subgroups = false},
    {.key_type = KeyType::f32, .nan_rule = NanRule::last, .full_subgroups = false},
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

// With descriptors that reach to the end of the buffer: on a driver that clamps, guards could not be hit otherwise.
// Then through descriptors of the ranges alone, with keys and values in one buffer.
TEST_CASE("never_writes_outside_the_range" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    constexpr Config kConfigs[] = {
        {},
        {.payload = vksort::Payload::u32, .ties = Ties::by_value},
        {.payload = vksort::Payload::interleaved, .ties = Ties::by_value},
        {.payload = vksort::Payload::index},
        {.key_type = KeyType::u64},
        {.key_type = KeyType::u64, .payload = vksort::Payload::u32, .ties = Ties::by_value},
        {.key_type = KeyType::u64, .payload = vksort::Payload::interleaved, .ties = Ties::by_value},
        {.key_type = KeyType::u64, .payload = vksort::Payload::index, .baseline = true, .push_descriptor = false},
        {.baseline = true, .push_descriptor = false},
        {.payload = vksort::Payload::u32, .ties = Ties::by_value, .baseline = true, .push_descriptor = false}};
    for (const Config& config : kConfigs) {
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
    constexpr Config kConfigs[] = {
        {.key_type = KeyType::f32, .order = kDown},
        {.key_type = KeyType::f32, .payload = vksort::Payload::u32, .ties = Ties::by_value},
        {.payload = vksort::Payload::interleaved, .ties = Ties::any},
        {.key_type = KeyType::u64, .order = kDown},
        {.key_type = KeyType::u64, .payload = vksort::Payload::interleaved, .ties = Ties::by_value},
        {.payload = vksort::Payload::index}};
    for (const Config& config : kConfigs) {
      std::vector<Input> inputs;
      for (const Keys keys : {Keys::random, wideKeys(config) ? Keys::low_word : Keys::last})
        inputs.push_back({200'003, keys, Payload::index, nextSeed()});
      if (config.payload == vksort::Payload::index)
        inputs.push_back({1'100'001, Keys::entropy_3, Payload::index, nextSeed()});
      expectSorts(rig, config, inputs);
    }
  });
}

TEST_CASE("numbers_a_single_element_in_one_dispatch") {
  onEveryDevice([](Rig& rig) {
    for (const bool full_subgroups : {true, false}) {
      const Config config{.payload = vksort::Payload::index, .full_subgroups = full_subgroups};
      CHECK(vksort::plan(rig.sorter(config), {.count = 0}) == 0);
      const Report report = expectSorts(rig, rig.sorter(config), config, inputsOf({1}));
      CHECK(report.dispatches == 1);
    }
  });
}

}  // namespace test
