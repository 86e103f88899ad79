// Coherent sorts in scratch memory: the same results for frames in order, nearly so, and not at all.
#include <doctest/doctest.h>

#include "setting.h"
#include "sort/radix/interface.h"
#include "support/check/conform.h"
#include "support/check/counts.h"
#include "support/oracle/tunings.h"
#include "support/skip.h"

namespace test {
namespace {

using vksort::Count;
using vksort::KeyType;
using vksort::NanRule;
using vksort::Order;
using vksort::Ties;
using vksort::Values;

constexpr Config kCoherentRadixConfigs[] = {
    {.key_type = KeyType::f32, .order = Order::descending, .nan_rule = NanRule::last, .coherent = true, .lent = true},
    {.key_type = KeyType::i32,
     .values = Values::split,
     .ties = Ties::any,
     .coherent = true,
     .lent = true,
     .first_bit = 12,
     .bit_count = 20},
    {.values = Values::interleaved, .ties = Ties::any, .count = Count::device, .coherent = true, .lent = true},
    {.values = Values::split, .push_descriptor = false, .coherent = true, .lent = true, .ascending_values = true},
    {.values = Values::split, .coherent = true, .lent = true},
    {.key_type = KeyType::f32,
     .order = Order::descending,
     .values = Values::interleaved,
     .ties = Ties::value_in_order,
     .count = Count::device,
     .coherent = true,
     .lent = true,
     .value_bits = 20},
    {.key_type = KeyType::f32,
     .values = Values::split,
     .ties = Ties::any,
     .coherent = true,
     .lent = true,
     .portable = true},
    {.key_type = KeyType::u64, .order = Order::descending, .count = Count::device, .coherent = true, .lent = true},
};
constexpr std::size_t kPlain = 0, kByValue = 4;

// Around half tiles, tiles, and the sizes from which another shape is taken.
std::vector<Input> inputsFor(Rig& rig, const Config& config, bool every_place) {
  const vksort::radix::Setting setting = settingOf(rig, config);
  const uint32_t tile = 1u << setting.repair_log2, half = tile / 2, ahead = setting.shapes[0].most + 5;
  const uint32_t many = VKSORT_RADIX_HISTOGRAM_GROUPS * setting.shapes[setting.shape_count - 1].tile() + half + 3;
  std::vector<Input> inputs;
  const auto add = [&](uint32_t n, Keys keys, uint32_t reach = 1) {
    constexpr Payload kPayloads[] = {Payload::random, Payload::index, Payload::all_ones};
    inputs.push_back({n, keys, kPayloads[inputs.size() % 3], nextSeed(), reach});
    if (config.count == Count::device) inputs.back().room = n % 3 * 40;
  };
  for (const uint32_t n : {2u, half, half + 1, 2 * tile + half + 1, 9 * tile + 5, ahead}) {
    for (const Keys keys : {Keys::random, Keys::sorted, Keys::equal, Keys::late, Keys::early}) add(n, keys);
    for (const uint32_t reach : {2u, half, tile}) add(n, Keys::moved, reach);
    if (wideKeys(config)) add(n, Keys::low_word);
    if (!wideKeys(config) && config.values != Values::none) add(n, Keys::runs, half / 4 + n % 7);
    if (config.count != Count::device) continue;
    add(0, Keys::random);
    inputs.back().room = n;
  }
  if (config.portable) add(many, Keys::swapped, many / 2);
  if (!every_place) return inputs;
  for (const uint32_t n : {9 * tile + 5, ahead})
    for (const uint32_t reach : {1u, half - 1, half, half + 1, tile - 1, tile, tile + 1, 2 * tile})
      add(n, Keys::swapped, reach);
  // Two on either side of each half tile's end, and within it.
  for (uint32_t end = half; end <= 2 * tile; end += half) {
    for (const uint32_t at : {end - 2, end - 1}) {
      add(2 * tile + 3, Keys::swapped, 1);
      inputs.back().seed = at;
    }
  }
  for (uint32_t i = 0; i < 4; ++i) add(9 * tile + 5, Keys::crossed, half + 1);
  for (const uint32_t reach : {2u, half + 1}) add(many, Keys::moved, reach);
  for (const uint32_t reach : {1u, half, many - 1}) add(many, Keys::swapped, reach);
  return inputs;
}

}  // namespace

TEST_CASE("coherent_sorts_by_radix_sort_whatever_is_in_order" * doctest::test_suite("one width")) {
  for (std::size_t i = 0; i < std::size(kCoherentRadixConfigs); ++i) {
    const Config& config = kCoherentRadixConfigs[i];
    if (!wanted(config)) continue;
    SUBCASE(describe(config).c_str()) {
      onEveryDevice([&](Rig& rig) { expectSorts(rig, config, inputsFor(rig, config, i == kPlain || i == kByValue)); });
    }
  }
}

// Here tiles of the repair are larger than what is counted at once.
TEST_CASE("coherent_sorts_by_radix_compare_the_parts_of_large_tiles" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    const Config config{.coherent = true, .lent = true};
    vksort::SorterInfo info = rig.sorterInfo(config);
    const vksort::DeviceFacts facts = factsOf(info);
    const vksort::Tuning tuning = tuningOfTiles(10, facts.limits);
    info.tuning = &tuning;
    const auto setting = vksort::radix::settingOf(info, facts.limits, facts.record_limits, tuning, true);
    if (setting.hasWideSubgroups()) return skip("what is counted at once is as large as the tiles of any tuning");
    REQUIRE(setting.unitLog2(setting.shapes[0]) + 1 < setting.repair_log2);
    vksort::Sorter sorter;
    REQUIRE(vksort::Sorter::create(info, sorter) == VK_SUCCESS);
    std::vector<Input> inputs;
    for (uint32_t end = 32; end < 3 * 1024; end += 32)
      inputs.push_back({3 * 1024, Keys::swapped, Payload::index, end - 1, 1});
    inputs.push_back({3 * 1024, Keys::early, Payload::index, nextSeed()});
    const Report report = checkSorts(rig, sorter, config, inputs);
    INFO(report.first);
    CHECK(report.ok());
    CHECK(report.sorts == inputs.size());
  });
}

// What is in order is left alone, what moved little is repaired alone, and the rest is sorted, and not repaired before.
TEST_CASE("coherent_sorts_by_radix_do_what_it_takes_and_no_more" * doctest::test_suite("one width")) {
  enum class Way : uint8_t { nothing, repair, sort };
  struct Row {
    Input input;
    Way way;
  };
  onEveryDevice([](Rig& rig) {
    for (const Config& config : {kCoherentRadixConfigs[kPlain], kCoherentRadixConfigs[kByValue]}) {
      INFO(describe(config));
      const Way of_equal = config.values == Values::none ? Way::nothing : Way::sort;  // whose values are in any order
      for (const uint32_t n : {3000u, 30'000u}) {
        for (const auto& [input, way] : {Row{{n, Keys::sorted, Payload::index, nextSeed()}, Way::nothing},
                                         {{n, Keys::moved, Payload::index, nextSeed(), 2}, Way::repair},
                                         {{n, Keys::moved, Payload::index, nextSeed(), n}, Way::sort},
                                         {{n, Keys::random, Payload::index, nextSeed()}, Way::sort},
                                         {{n, Keys::equal, Payload::random, nextSeed()}, of_equal}}) {
          INFO(describe(input.keys) << ", n " << n << ", reach " << input.reach);
          expectSorts(rig, config, {&input, 1});
          const std::span<const uint32_t> state = Counts::stateOf(rig.arena(Counts::kArena, 0).host.as<uint32_t>(), 0);
          CHECK((state[VKSORT_RADIX_REPAIR_ARGUMENTS] != 0) == (way == Way::repair));
          CHECK((state[VKSORT_RADIX_PASS_ARGUMENTS] != 0) == (way == Way::sort));
        }
      }
    }
  });
}

}  // namespace test
