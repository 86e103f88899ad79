// Sorts of many lists in one recording.
#include <doctest/doctest.h>

#include "support/check/list_inputs.h"
#include "support/devices.h"

namespace test {
namespace {

using vksort::KeyType;
using vksort::Order;
using vksort::Path;
using vksort::Ties;
using vksort::Values;

// Of every type and order of keys, in a layout.
void expectEveryListSorted(const Config& layout) {
  const std::string name = describe(layout);
  SUBCASE(name.c_str()) {
    onEveryDevice([&](Rig& rig) {
      for (const bool push : {true, false}) {
        for (const Order order : {Order::ascending, Order::descending}) {
          SharedPipelines shared(rig.device().handle());  // those of an order, which may compare values in it
          Faults faults;
          faults.shared = &shared;
          for (const KeyType type : {KeyType::u32, KeyType::i32, KeyType::f32}) {
            if (!push && (type != KeyType::f32 || order == Order::ascending)) continue;
            const Config config = listed({type, order, layout.values, layout.ties, layout.path, push});
            const HookScope hooks(faults);
            const vksort::Sorter sorter = rig.makeSorter(config);
            ListSort sort = mixedLists(rig.tuning(config));
            sort.keys = type == KeyType::f32 ? Keys::float_specials : Keys::entropy_3;
            const Report report = checkLists(rig, sorter, config, sort);
            INFO(report.first);
            CHECK(report.sorts > 20);
            CHECK(report.ok());
          }
        }
      }
    });
  }
}

}  // namespace

TEST_CASE("sorts_every_list_by_itself") {
  constexpr Config kLayouts[] = {
      {.values = Values::none},
      {.values = Values::split},
      {.values = Values::interleaved, .ties = Ties::any, .path = Path::floor},
      {.values = Values::iota, .path = Path::floor},
  };
  for (const Config& layout : kLayouts)
    if (wanted(layout)) expectEveryListSorted(layout);
}

TEST_CASE("sorts_every_list_by_itself_in_every_layout" * doctest::test_suite("full")) {
  for (const Path path : {Path::automatic, Path::floor}) {
    expectEveryListSorted({.values = Values::none, .path = path});
    for (const Ties ties : {Ties::value, Ties::any, Ties::value_in_order})
      for (const Values values : {Values::split, Values::interleaved, Values::iota})
        expectEveryListSorted({.values = values, .ties = ties, .path = path});
  }
}

TEST_CASE("sorts_lists_with_every_nan_last" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    const Config config = listed(
        {.key_type = KeyType::f32, .order = Order::descending, .path = Path::floor, .nan_rule = vksort::NanRule::last});
    ListSort sort = mixedLists(rig.tuning(config));
    sort.keys = Keys::nan;
    expectLists(rig, config, sort);
  });
}

TEST_CASE("sorts_lists_of_wide_keys_in_every_layout" * doctest::test_suite("full")) {
  onEveryDevice([](Rig& rig) {
    for (const Path path : {Path::automatic, Path::floor}) {
      for (const Order order : {Order::ascending, Order::descending}) {
        for (const Values values : {Values::none, Values::split, Values::iota}) {
          const Config config = listed({.key_type = KeyType::u64, .order = order, .values = values, .path = path});
          ListSort sort = mixedLists(rig.tuning(config));
          sort.keys = Keys::low_word;
          expectLists(rig, config, sort);
        }
      }
    }
  });
}

TEST_CASE("sorts_lists_of_wide_keys_with_values_and_without" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    for (const Values values : {Values::none, Values::split}) {
      const Config config =
          listed({.key_type = KeyType::u64, .order = Order::descending, .values = values, .path = Path::floor});
      ListSort sort = mixedLists(rig.tuning(config));
      sort.keys = values == Values::none ? Keys::random : Keys::low_word;
      expectLists(rig, config, sort);
    }
  });
}

TEST_CASE("sorts_as_many_lists_as_a_table_may_have" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    for (const Config& config : {Config{.values = Values::none}, Config{.values = Values::split},
                                 Config{.values = Values::iota, .path = Path::floor}}) {
      if (wanted(config)) expectLists(rig, listed(config), tinyLists(vksort::kMaxLists, 12));
    }
    // Others than tiny ones among them, and in every number that changes the set-up.
    for (const uint32_t lists : {1u, 2u, 1023u, 1024u, 1025u, 5000u}) {
      for (const Path path : {Path::automatic, Path::floor}) {
        const Config config = listed({.values = Values::split, .path = path});
        if (!wanted(config)) continue;
        ListSort sort = tinyLists(lists, lists < 3 ? 100 : 300);
        expectLists(rig, config, sort);
        sort.largest = 150;
        expectLists(rig, config, sort);
      }
    }
  });
}

TEST_CASE("sorts_equal_lists_of_each_way_alone" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    const Config config = listed({.values = Values::split});
    const uint32_t tile = 1u << rig.tuning(config).tile_log2;
    for (const uint32_t count : {1u, 2u, 128u, 500u, tile, 2 * tile, 5 * tile}) {
      ListSort sort = placedLists(std::vector<uint32_t>(40, count), nextSeed());
      expectLists(rig, config, sort);
      sort.largest = count;
      expectLists(rig, config, sort);
    }
  });
}

// Its merges run over all of the grid, while the tiny ones around it are done.
TEST_CASE("sorts_a_huge_list_among_tiny_ones" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    for (const Values values : {Values::none, Values::split}) {
      std::vector<uint32_t> counts(2000, 3);
      counts.push_back((1u << 19) + 12'345);
      expectLists(rig, listed({.values = values}), placedLists(counts, nextSeed()));
    }
  });
}

}  // namespace test
