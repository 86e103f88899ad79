// Sorters of few pairs, with kernels of their own; and tunings of few kernels, where everything goes through tiles.
#include <doctest/doctest.h>

#include "support/check/list_check.h"
#include "support/check/self_test_check.h"

namespace test {
namespace {

using vksort::Count;
using vksort::KeyType;
using vksort::Order;
using vksort::Tuning;
using vksort::Values;

// The table's on the floor, without the kernels that it may do without.
Tuning few(Rig& rig, const Config& config) {
  Tuning tuning = rig.tuning(config);
  tuning.small_log2 = tuning.medium_log2 = tuning.large_log2 = tuning.double_tiles = tuning.subgroup_sort = 0;
  return tuning;
}

vksort::Sorter makeTuned(Rig& rig, const Config& config, const Tuning& tuning, bool tests_itself) {
  vksort::SorterInfo info = tests_itself ? tested(rig, config) : rig.sorterInfo(config);
  info.tuning = &tuning;
  Attempt made = create(info);
  CHECK_MESSAGE(made.result == VK_SUCCESS, made.reason);
  CHECK(made.sorter.pathReport().proven == tests_itself);
  CHECK(made.sorter.pathReport().dropped_count == 0);
  return std::move(made.sorter);
}

}  // namespace

// Up to two tiles.
TEST_CASE("sorts_each_count_of_few_pairs" * doctest::test_suite("one width")) {
  constexpr Config kFewPairs[] = {
      {.values = Values::split},
      {.key_type = KeyType::f32,
       .order = Order::descending,
       .values = Values::interleaved,
       .nan_rule = vksort::NanRule::last},
      {.key_type = KeyType::i32, .values = Values::iota, .push_descriptor = false, .hook = true},
      {.key_type = KeyType::u64, .order = Order::descending},
  };
  onEveryDeviceUnvalidated([&](Rig& rig) {
    for (const Config& config : kFewPairs) {
      INFO(describe(config));
      vksort::SorterInfo info = rig.sorterInfo(config);
      const uint32_t most = info.max_count = 2u << rig.tuning(config).tile_log2, tile = most / 2;
      if (config.values == Values::split) info.self_test = tested(rig, config).self_test;
      const Attempt made = create(info);
      CHECK_MESSAGE(made.result == VK_SUCCESS, made.reason);
      CHECK(made.sorter.pathReport().proven == (config.values == Values::split));
      CHECK(made.sorter.planPass(tile, 0).name == std::string("few_sort"));
      CHECK(made.sorter.plan(tile).dispatches == 1);
      CHECK(made.sorter.planPass(most, 1).name == std::string("few_merge"));
      CHECK(made.sorter.plan(most).dispatches == 2);
      std::vector<Input> inputs;
      for (uint32_t n = 1; n <= most; n = n < 2 * 128 ? n + 1 : n + 97)
        inputs.push_back({n, n % 3 == 0 ? Keys::entropy_3 : Keys::random, Payload::random, nextSeed()});
      for (const Keys keys : {Keys::sorted, Keys::reversed, Keys::equal, Keys::last})
        for (const uint32_t n : {tile - 1, tile, tile + 1, tile + tile / 2, most - 1, most})
          inputs.push_back({n, keys, Payload::random, nextSeed()});
      expectSorts(rig, made.sorter, config, inputs);
    }
  });
}

TEST_CASE("sorts_and_self_tests_without_kernels_for_small_sorts" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    for (const Config& config : {Config{.path = vksort::Path::floor},
                                 Config{.values = Values::split, .path = vksort::Path::floor, .count = Count::device},
                                 Config{.values = Values::iota, .path = vksort::Path::floor, .hook = true},
                                 Config{.values = Values::split, .path = vksort::Path::floor, .coherent = true}}) {
      INFO(describe(config));
      const Tuning tuning = few(rig, config);
      const vksort::Sorter sorter = makeTuned(rig, config, tuning, config.values == Values::split);
      CHECK(sorter.planPass(13, sorter.plan(13).dispatches - 1).name == std::string("tile_sort"));
      const uint32_t tile = 1u << tuning.tile_log2;
      std::vector<Input> inputs;
      for (const uint32_t n : {1u, 2u, 13u, 64u, tile - 1, tile, tile + 1, 2 * tile, 5 * tile + 3, 40 * tile + 9})
        inputs.push_back({n, Keys::entropy_3, Payload::index, nextSeed()});
      expectSorts(rig, sorter, config, inputs);
    }
  });
}

// Lists that are not tiny are sorted in slots then.
TEST_CASE("sorts_lists_with_each_size_of_small_sorts" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    const Config config = listed({.values = Values::split, .path = vksort::Path::floor});
    Tuning tuning = few(rig, config);
    const ListSort mixed = mixedLists(rig.tuning(config));
    for (const uint32_t small : {0u, 4u, rig.tuning(config).small_log2, tuning.tile_log2}) {
      INFO("small_log2 " << small);
      tuning.small_log2 = small;
      const vksort::Sorter sorter = makeTuned(rig, config, tuning, small == 0);
      for (const ListSort& sort : {mixed, tinyLists(700, 40)}) {
        const Report report = expectLists(rig, sorter, config, sort);
        CHECK(report.sorts > 20);
      }
    }
  });
}

}  // namespace test
