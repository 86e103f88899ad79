// Every configuration sorts every distribution of keys, and changes no guard word.
#include <doctest/doctest.h>

#include "support/check/conform.h"
#include "support/device/call.h"

namespace test {
namespace {

using vksort::NanRule;

// Every pair of settings that matters; the fuzzer covers the others.
constexpr Config kSortedConfigs[] = {
    // At every width.
    {},
    {.key_type = kI32, .order = kDown, .push_descriptor = false},
    {.key_type = kF32, .order = kDown},
    {.key_type = kF32, .nan_rule = kNanLast, .first_bit = 16},
    {.key_type = kF32, .order = kDown, .nan_rule = kNanLast, .push_descriptor = false},
    {.key_type = kU64},
    {.key_type = kU64, .order = kDown, .push_descriptor = false},
    {.payload = kIndex},
    {.key_type = kF32, .order = kDown, .payload = kIndex},
    {.key_type = kF32, .order = kDown, .nan_rule = kNanLast, .payload = kIndex, .push_descriptor = false},
    {.key_type = kU64, .payload = kIndex},
    // These do the same at every width.
    {.key_type = kF32, .payload = kIndex, .ties = kAnyTies},
    {.payload = kU32, .ties = kByValue},
    {.key_type = kI32, .order = kDown, .payload = kU32, .ties = kByValue, .push_descriptor = false},
    {.key_type = kF32, .payload = kU32, .ties = kAnyTies},
    {.key_type = kF32, .order = kDown, .nan_rule = kNanLast, .payload = kU32, .ties = kByValue},
    {.key_type = kU64, .payload = kU32, .ties = kByValue},
    {.key_type = kU64, .order = kDown, .payload = kU32, .ties = kAnyTies, .push_descriptor = false},
    {.payload = kInterleaved, .ties = kByValue},
    {.key_type = kI32, .payload = kInterleaved, .ties = kAnyTies, .push_descriptor = false},
    {.key_type = kU64, .order = kDown, .payload = kInterleaved, .ties = kByValue},
    {.key_type = kF32, .nan_rule = kNanLast, .payload = kInterleaved, .ties = kByValue},
    {.baseline = true},
    {.key_type = kI32, .nan_rule = kNanLast, .baseline = true},
    {.key_type = kF32, .order = kDown, .nan_rule = kNanLast, .baseline = true, .push_descriptor = false},
    {.key_type = kU64, .order = kDown, .baseline = true},
    {.payload = kU32, .ties = kByValue, .baseline = true},
    {.payload = kU32, .scratch = true, .baseline = true},
    {.key_type = kU64, .order = kDown, .payload = kInterleaved, .scratch = true, .baseline = true},
    {.key_type = kI32, .order = kDown, .payload = kU32, .ties = kAnyTies, .baseline = true, .push_descriptor = false},
    {.key_type = kU64, .order = kDown, .payload = kU32, .ties = kByValue, .baseline = true},
    {.key_type = kU64, .payload = kInterleaved, .ties = kAnyTies, .baseline = true, .push_descriptor = false},
    {.key_type = kF32, .payload = kInterleaved, .ties = kByValue, .baseline = true, .push_descriptor = false},
    {.key_type = kF32,
     .order = kDown,
     .nan_rule = kNanLast,
     .payload = kInterleaved,
     .ties = kAnyTies,
     .baseline = true},
    {.payload = kIndex, .baseline = true},
    {.key_type = kF32, .order = kDown, .payload = kIndex, .ties = kAnyTies, .baseline = true, .push_descriptor = false},
    {.key_type = kU64, .order = kDown, .payload = kIndex, .baseline = true, .push_descriptor = false},
    {.key_type = kI32, .order = kDown, .full_subgroups = false},
    {.key_type = kF32, .payload = kU32, .ties = kByValue, .full_subgroups = false},
    {.key_type = kI32, .payload = kIndex},
    {.payload = kInterleaved, .ties = kAnyTies, .push_descriptor = false, .full_subgroups = false},
    {.key_type = kU64, .payload = kIndex, .full_subgroups = false},
    {.key_type = kF32, .nan_rule = kNanLast, .full_subgroups = false},
};

std::vector<Input> allKeys(const Config& config, std::initializer_list<uint32_t> sizes) {
  constexpr Payload kPayloads[] = {Payload::index, Payload::random, Payload::all_ones};
  std::vector<Input> inputs;
  const auto add = [&](uint32_t n, Keys keys) {
    inputs.push_back({n, keys, kPayloads[inputs.size() % 3], nextSeed()});
  };
  for (const uint32_t n : sizes) {
    for (const Keys keys : kAllKeys) add(n, keys);
    if (wideKeys(config)) add(n, Keys::low_word);
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

// First with descriptors of the whole buffer, because clamping would hide errors, then with exact ranges in one buffer.
TEST_CASE("never_writes_outside_the_range" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    constexpr Config kConfigs[] = {{},
                                   {.payload = kU32, .ties = kByValue},
                                   {.payload = kInterleaved, .ties = kByValue},
                                   {.payload = kIndex},
                                   {.key_type = kU64},
                                   {.key_type = kU64, .payload = kU32, .ties = kByValue},
                                   {.key_type = kU64, .payload = kInterleaved, .ties = kByValue},
                                   {.key_type = kU64, .payload = kIndex, .baseline = true, .push_descriptor = false},
                                   {.baseline = true, .push_descriptor = false},
                                   {.payload = kU32, .ties = kByValue, .baseline = true, .push_descriptor = false}};
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
    constexpr Config kConfigs[] = {{.key_type = kF32, .order = kDown},
                                   {.key_type = kF32, .payload = kU32, .ties = kByValue},
                                   {.payload = kInterleaved, .ties = kAnyTies},
                                   {.key_type = kU64, .order = kDown},
                                   {.key_type = kU64, .payload = kInterleaved, .ties = kByValue},
                                   {.payload = kIndex}};
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
      const Config config{.payload = kIndex, .full_subgroups = full_subgroups};
      CHECK(vksort::plan(rig.sorter(config), {.count = 0}) == 0);
      const Report report = expectSorts(rig, rig.sorter(config), config, inputsOf({1}));
      CHECK(report.dispatches == 1);
    }
  });
}

}  // namespace test
