// Incremental sorts in scratch memory: the same results for frames in order, nearly so, and not at all. Elements in
// order are not moved.
#include <doctest/doctest.h>

#include <algorithm>

#include "setting.h"
#include "sort/radix/interface.h"
#include "support/check/batch.h"
#include "support/check/conform.h"

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
    {.key_type = KeyType::u64, .values = Values::split, .ties = Ties::any, .coherent = true, .lent = true},
};

// Around the tiles of the first shape, and with more of the last than there are workgroups that count.
std::vector<Input> inputsFor(Rig& rig, const Config& config) {
  const vksort::radix::Setting setting = settingOf(rig, config);
  const uint32_t tile = setting.shapes[0].tile();
  const uint32_t ahead = setting.shape_count > 1 ? setting.shapes[0].max_count + 5 : 20 * tile + 5;
  const uint32_t many = VKSORT_RADIX_COUNT_GROUPS * setting.shapes[setting.shape_count - 1].tile() + 3;
  std::vector<Input> inputs;
  const auto add = [&](uint32_t n, Keys keys, uint32_t reach = 1) {
    constexpr Payload kPayloads[] = {Payload::random, Payload::index, Payload::all_ones};
    inputs.push_back({n, keys, kPayloads[inputs.size() % 3], nextSeed(), reach});
    if (config.count == Count::device) inputs.back().room = n % 3 * 40;
  };
  for (const uint32_t n : {2u, tile, tile + 1, 9 * tile + 5, ahead}) {
    for (const Keys keys : {Keys::random, Keys::sorted, Keys::equal, Keys::late, Keys::early}) add(n, keys);
    add(n, Keys::moved, 2);
    if (wideKeys(config)) add(n, Keys::low_word);
    if (!wideKeys(config) && config.values != Values::none) add(n, Keys::runs, tile / 4 + n % 7);
    if (config.count != Count::device) continue;
    add(0, Keys::random);
    inputs.back().room = n;
  }
  // Two neighbours that changed places, anywhere: at the ends of tiles, of rounds and of all.
  for (const uint32_t at : {0u, tile - 2, tile - 1, 2 * tile + 1}) {
    add(2 * tile + 3, Keys::swapped, 1);
    inputs.back().seed = at;
  }
  for (const uint32_t reach : {1u, many - 1}) add(many, Keys::swapped, reach);
  return inputs;
}

}  // namespace

TEST_CASE("coherent_sorts_by_radix_sort_whatever_is_in_order" * doctest::test_suite("one width")) {
  for (const Config& config : kCoherentRadixConfigs) {
    if (!wanted(config)) continue;
    SUBCASE(describe(config).c_str()) {
      onEveryDevice([&](Rig& rig) { expectSorts(rig, config, inputsFor(rig, config)); });
    }
  }
}

// Equal keys are out of order only where payloads order them.
TEST_CASE("coherent_sorts_by_radix_move_nothing_that_is_in_order" * doctest::test_suite("one width")) {
  struct Row {
    Keys keys;
    bool moves, moves_by_value;
  };
  constexpr Row kRows[] = {{Keys::sorted, false, false},
                           {Keys::random, true, true},
                           {Keys::swapped, true, true},
                           {Keys::equal, false, true}};
  onEveryDevice([&](Rig& rig) {
    for (const Config& config : kCoherentRadixConfigs) {
      if (!wanted(config)) continue;
      const vksort::radix::Setting setting = settingOf(rig, config);
      const bool by_value = vksort::ordersByPayload(rig.sorterInfo(config), setting.configuration);
      for (const uint32_t n : {3000u, 30'000u}) {
        for (const Row& row : kRows) {
          INFO(describe(config) << ", " << describe(row.keys) << ", n " << n);
          const bool ascending = config.ascending_values || row.keys == Keys::sorted;
          const Input input{n, row.keys, ascending ? Payload::index : Payload::random, nextSeed()};
          expectSorts(rig, config, {&input, 1});
          const bool moves = by_value ? row.moves_by_value : row.moves;
          const auto scratch = rig.arena(Batch::kScratch, 0).host.as<uint32_t>().subspan(Batch::firstLentWord(n));
          CHECK((scratch[VKSORT_RADIX_DISORDER_AT] != 0) == moves);
          const auto copy = scratch.subspan(scratchOf(setting, n).copy, n);
          CHECK(std::ranges::any_of(copy, [](uint32_t word) { return word != Batch::kUnwritten; }) == moves);
        }
      }
    }
  });
}

}  // namespace test
