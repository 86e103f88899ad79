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

using vksort::KeyType;
using vksort::NanRule;
using vksort::Order;
using vksort::Ties;

constexpr Config kIncrementalConfigs[] = {
    {.key_type = KeyType::f32,
     .order = Order::descending,
     .nan_rule = NanRule::last,
     .incremental = true,
     .scratch = true},
    {.key_type = KeyType::i32,
     .first_bit = 12,
     .bit_count = 20,
     .incremental = true,
     .payload = vksort::Payload::u32,
     .ties = Ties::any,
     .scratch = true},
    {.mode = Mode::indirect, .incremental = true, .payload = vksort::Payload::interleaved, .scratch = true},
    {.incremental = true, .payload = vksort::Payload::u32, .scratch = true, .push_descriptor = false},
    {.incremental = true, .payload = vksort::Payload::u32, .ties = Ties::by_value, .scratch = true},
    {.key_type = KeyType::f32,
     .order = Order::descending,
     .mode = Mode::indirect,
     .incremental = true,
     .payload = vksort::Payload::interleaved,
     .ties = Ties::by_value,
     .scratch = true},
    {.key_type = KeyType::f32, .incremental = true, .payload = vksort::Payload::u32, .scratch = true, .portable = true},
    {.key_type = KeyType::u64,
     .order = Order::descending,
     .mode = Mode::indirect,
     .incremental = true,
     .scratch = true},
    {.key_type = KeyType::u64, .incremental = true, .payload = vksort::Payload::interleaved, .scratch = true},
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
    if (config.mode == Mode::indirect) inputs.back().room = n % 3 * 40;
  };
  for (const uint32_t n : {2u, tile, tile + 1, 9 * tile + 5, ahead}) {
    for (const Keys keys : {Keys::random, Keys::sorted, Keys::equal, Keys::late, Keys::early}) add(n, keys);
    add(n, Keys::moved, 2);
    if (wideKeys(config)) add(n, Keys::low_word);
    if (!wideKeys(config) && config.payload != vksort::Payload::none) add(n, Keys::runs, tile / 4 + n % 7);
    if (config.mode != Mode::indirect) continue;
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

TEST_CASE("incremental_sorts_by_radix_sort_whatever_is_in_order" * doctest::test_suite("one width")) {
  for (const Config& config : kIncrementalConfigs) {
    if (!wanted(config)) continue;
    SUBCASE(describe(config).c_str()) {
      onEveryDevice([&](Rig& rig) { expectSorts(rig, config, inputsFor(rig, config)); });
    }
  }
}

// Equal keys are out of order only if payloads order them.
TEST_CASE("incremental_sorts_by_radix_move_nothing_that_is_in_order" * doctest::test_suite("one width")) {
  struct Row {
    Keys keys;
    bool moves, moves_by_value;
  };
  constexpr Row kRows[] = {{Keys::sorted, false, false},
                           {Keys::random, true, true},
                           {Keys::swapped, true, true},
                           {Keys::equal, false, true}};
  onEveryDevice([&](Rig& rig) {
    for (const Config& config : kIncrementalConfigs) {
      if (!wanted(config)) continue;
      const vksort::radix::Setting setting = settingOf(rig, config);
      const bool by_value = setting.configuration.ordersByPayload();
      for (const uint32_t n : {3000u, 30'000u}) {
        for (const Row& row : kRows) {
          INFO(describe(config) << ", " << describe(row.keys) << ", n " << n);
          const Input input{n, row.keys, row.keys == Keys::sorted ? Payload::index : Payload::random, nextSeed()};
          expectSorts(rig, config, {&input, 1});
          const bool moves = by_value ? row.moves_by_value : row.moves;
          const auto scratch = rig.arena(Batch::kScratch, 0).host.as<uint32_t>().subspan(Batch::firstScratchWord(n));
          CHECK((scratch[VKSORT_RADIX_DISORDER_AT] != 0) == moves);
          const auto copy = scratch.subspan(layoutOf(setting, n).copy, n);
          CHECK(std::ranges::any_of(copy, [](uint32_t word) { return word != Batch::kUnwritten; }) == moves);
        }
      }
    }
  });
}

}  // namespace test
