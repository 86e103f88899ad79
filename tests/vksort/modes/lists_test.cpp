// Sorts of many lists in one recording.
#include <doctest/doctest.h>

#include "sort/bitonic/interface.h"
#include "support/check/list_check.h"

namespace test {
namespace {

using vksort::KeyType;
using vksort::Order;
using vksort::Path;
using vksort::Ties;
using vksort::Values;

// Each type, order and layout; what else they make of keys does not depend on lists.
constexpr Config kListedConfigs[] = {
    {.values = Values::none},
    {.key_type = KeyType::f32, .order = Order::descending, .values = Values::split},
    {.key_type = KeyType::i32, .values = Values::interleaved, .ties = Ties::any, .path = Path::floor},
    {.key_type = KeyType::f32, .values = Values::iota, .path = Path::floor, .push_descriptor = false},
    {.key_type = KeyType::f32,
     .order = Order::descending,
     .values = Values::none,
     .path = Path::floor,
     .nan_rule = vksort::NanRule::last},
    {.key_type = KeyType::u64, .order = Order::descending, .values = Values::none, .path = Path::floor},
    {.key_type = KeyType::u64, .order = Order::descending, .values = Values::split, .path = Path::floor},
    // In full runs.
    {.order = Order::descending, .values = Values::iota, .ties = Ties::value_in_order},
    {.order = Order::descending, .values = Values::interleaved, .ties = Ties::value_in_order},
    {.key_type = KeyType::u64, .values = Values::split},
    {.key_type = KeyType::u64, .values = Values::iota},
};
constexpr std::size_t kListedByDefault = 7;

Faults ofGroups(uint32_t most) {
  Faults faults;
  faults.edit_properties = [most](VkPhysicalDeviceProperties2& out) {
    out.properties.limits.maxComputeWorkGroupCount[0] = most;
    out.properties.limits.minStorageBufferOffsetAlignment = 256;
  };
  return faults;
}

}  // namespace

TEST_CASE("sorts_every_list_by_itself") {
  for (const Config& layout :
       std::span(kListedConfigs).first(everythingWanted() ? std::size(kListedConfigs) : kListedByDefault)) {
    if (!wanted(layout)) continue;
    SUBCASE(describe(layout).c_str()) {
      onEveryDeviceUnvalidated([&](Rig& rig) {
        const Config config = listed(layout);
        for (const Keys keys : {wideKeys(config)                  ? Keys::low_word
                                : config.key_type == KeyType::f32 ? Keys::float_specials
                                                                  : Keys::entropy_3,
                                Keys::random, config.key_type == KeyType::f32 ? Keys::nan : Keys::last}) {
          ListSort sort = mixedLists(rig.tuning(config));
          sort.keys = keys;
          CHECK(expectLists(rig, rig.sorter(config), config, sort).sorts > 20);
        }
      });
    }
  }
}

TEST_CASE("sorts_as_many_lists_as_a_table_may_have" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    const Config config = listed({.values = Values::split});
    expectLists(rig, config, tinyLists(vksort::kMaxLists, 12));
    // Others than tiny ones among them, and in every number that changes the set-up.
    for (const uint32_t lists : {1u, 2u, 1023u, 1024u, 1025u, 5000u}) {
      ListSort sort = tinyLists(lists, lists < 3 ? 100 : 300);
      expectLists(rig, config, sort);
      sort.largest = 150;
      expectLists(rig, config, sort);
    }
  });
}

// And a huge one among tiny ones, whose merges run over all of the grid.
TEST_CASE("sorts_equal_lists_of_each_way_alone" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    const Config config = listed({.values = Values::split});
    const uint32_t tile = 1u << rig.tuning(config).tile_log2;
    for (const uint32_t count : {1u, 2u, 128u, 500u, tile, 2 * tile, 5 * tile}) {
      ListSort sort = placedLists(std::vector<uint32_t>(40, count), nextSeed());
      sort.largest = count % 2 == 0 ? count : 0;
      expectLists(rig, config, sort);
    }
    std::vector<uint32_t> counts(2000, 3);
    counts.push_back((1u << 19) + 12'345);
    expectLists(rig, config, placedLists(counts, nextSeed()));
  });
}

TEST_CASE("clamps_lists_to_the_range_and_to_the_largest" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    const Config config = listed({.values = Values::split, .path = Path::floor});
    for (const uint32_t capacity : {1u, 2u, 200u, 30'000u}) {
      const uint32_t half = capacity / 2;
      ListSort sort;
      sort.capacity = capacity;
      sort.table = {{capacity, 5}, {half, 0xffffffffu}, {0xffffffffu, 0xffffffffu}, {0, half}, {capacity + 7, 0}};
      expectLists(rig, config, sort);
      sort.table[1] = {0xfffffff0u, 0x20};  // wraps to the first elements
      expectLists(rig, config, sort);
      for (const uint32_t largest : {1u, 3u, 128u, 129u, 1500u, 10'000u}) {
        sort.table[1] = {half, 0xffffffffu};
        sort.largest = largest;
        expectLists(rig, config, sort);
      }
    }
  });
}

TEST_CASE("touches_nothing_outside_lists_that_overlap" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    const Config config = listed({.values = Values::split, .path = Path::floor});
    ListSort sort;
    sort.capacity = 5000;
    sort.overlapping = true;
    for (uint32_t i = 0; i < 300; ++i) sort.table.push_back({10 + i % 7, i % 3 == 0 ? 4000 : 0xffffffffu});
    const Report report = expectLists(rig, rig.sorter(config), config, sort);
    // No more workgroups than lists that meet nowhere could take.
    const uint32_t tile_log2 = rig.tuning(config).tile_log2;
    const uint32_t slots = 2 * ((sort.capacity >> tile_log2) + 1) + static_cast<uint32_t>(sort.table.size());
    CHECK(report.widest_grid <= slots << (VKSORT_LISTS_PARTS - 1));
    CHECK(report.tallest_grid == 1);
  });
}

// Each list has a workgroup of its own in the last rows: one more than what every device has on an axis, and than some
// devices have.
TEST_CASE("folds_grids_and_aligns_offsets_of_lists" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    const Config config = listed({.values = Values::split, .path = Path::floor});
    {
      const HookScope hooks(ofGroups(3));
      const vksort::Sorter sorter = rig.makeSorter(config);
      for (const ListSort& sort : {mixedLists(rig.tuning(config)), tinyLists(3000, 200)}) {
        const Report report = expectLists(rig, sorter, config, sort);
        CHECK(report.widest_grid == 3);
        CHECK(report.tallest_grid > 1);
      }
    }
    for (const uint32_t most : {65535u, 65536u}) {
      const HookScope hooks(ofGroups(most));
      ListSort sort;
      sort.capacity = (1u << rig.tuning(config).tiny_log2) + 1;
      REQUIRE(sort.capacity <= 1u << rig.tuning(config).small_log2);
      sort.overlapping = true;  // so that there is little to look at
      sort.table.assign(vksort::kMaxLists, {0, sort.capacity});
      const Report report = expectLists(rig, rig.makeSorter(config), config, sort);
      CHECK(report.widest_grid <= most);
      CHECK(std::uint64_t{report.widest_grid} * report.tallest_grid >= vksort::kMaxLists);
    }
  });
}

}  // namespace test
