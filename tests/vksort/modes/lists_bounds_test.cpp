// Sorts of lists: the bounds of the range, of the lists and of the device.
#include <doctest/doctest.h>

#include "sort/bitonic/interface.h"
#include "support/check/list_inputs.h"
#include "support/devices.h"
#include "support/mutants/mutants.h"

namespace test {
namespace {

using vksort::KeyType;
using vksort::Order;
using vksort::Path;
using vksort::Values;

const Trial kListsTrial({Tag::lists, Tag::lists_turned});

}  // namespace

TEST_CASE("clamps_lists_to_the_range_and_to_the_largest" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    for (const Values values : {Values::split, Values::iota}) {
      for (const uint32_t capacity : {1u, 2u, 200u, 30'000u}) {
        const Config config = listed({.values = values, .path = Path::floor});
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
    const Report report = checkLists(rig, rig.sorter(config), config, sort);
    INFO(report.first);
    CHECK(report.ok());
    // No more workgroups than lists that meet nowhere could take.
    const uint32_t tile_log2 = rig.tuning(config).tile_log2;
    const uint32_t slots = 2 * ((sort.capacity >> tile_log2) + 1) + static_cast<uint32_t>(sort.table.size());
    CHECK(report.widest_grid <= slots << (VKSORT_LISTS_PARTS - 1));
    CHECK(report.tallest_grid == 1);
  });
}

TEST_CASE("folds_grids_and_aligns_offsets_of_lists" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    const Config config = listed({.values = Values::split, .path = Path::floor});
    Faults faults;
    faults.edit_properties = [](VkPhysicalDeviceProperties2& out) {
      out.properties.limits.maxComputeWorkGroupCount[0] = 3;
      out.properties.limits.minStorageBufferOffsetAlignment = 256;
    };
    const HookScope hooks(faults);
    const vksort::Sorter sorter = rig.makeSorter(config);
    for (const ListSort& sort : {mixedLists(rig.tuning(config)), tinyLists(3000, 200)}) {
      const Report report = checkLists(rig, sorter, config, sort);
      INFO(report.first);
      CHECK(report.ok());
      CHECK(report.widest_grid == 3);
      CHECK(report.tallest_grid > 1);
    }
  });
}

// Each list has a workgroup of its own: one more than what every device has on an axis, and than some devices have.
TEST_CASE("keeps_to_65535_workgroups_with_more_lists" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    const Config config = listed({.values = Values::split, .path = Path::floor});
    for (const uint32_t most : {65535u, 65536u}) {
      Faults faults;
      faults.edit_properties = [most](VkPhysicalDeviceProperties2& out) {
        out.properties.limits.maxComputeWorkGroupCount[0] = most;
      };
      const HookScope hooks(faults);
      const vksort::Sorter sorter = rig.makeSorter(config);
      const vksort::Shape shape = rig.tuning(config);
      ListSort sort;
      sort.capacity = (1u << shape.tiny_log2) + 1;
      REQUIRE(sort.capacity <= 1u << shape.small_log2);
      sort.overlapping = true;  // so that there is little to look at
      sort.table.assign(vksort::kMaxLists, {0, sort.capacity});
      const Report report = checkLists(rig, sorter, config, sort);
      INFO(report.first);
      CHECK(report.ok());
      CHECK(report.widest_grid <= most);
      CHECK(std::uint64_t{report.widest_grid} * report.tallest_grid >= vksort::kMaxLists);
    }
  });
}

TEST_CASE("notices_every_mutant_of_lists" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    const bool one_by_one = rig.device().properties().core.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU;
    uint32_t mutants = 0, without = 0;
    for (const Mutant& mutant : kListsTrial.mutants()) {
      if (mutant.turned && !one_by_one && ++without) continue;
      const Config config =
          listed({.key_type = KeyType::f32, .order = Order::descending, .values = Values::split, .path = Path::floor});
      const std::string name = describe(mutant);
      INFO(name);
      Faults faults = planted(mutant);
      faults.edit_properties = [](VkPhysicalDeviceProperties2& out) {
        out.properties.limits.maxComputeWorkGroupCount[0] = 5;
      };
      const HookScope hooks(faults);
      const vksort::Sorter sorter = rig.makeSorter(config);
      ListSort past_range = mixedLists(rig.tuning(config));
      past_range.table.push_back({past_range.capacity, 100});
      past_range.table.push_back({past_range.capacity + 300, 2000});
      Report broken;
      for (const ListSort& sort : {past_range, tinyLists(1500, 100)}) {
        const Report report = checkLists(rig, sorter, config, sort);
        if (broken.ok()) broken = report;
      }
      MESSAGE(name << ": " << broken.first);
      CHECK(broken.ok() == (mutant.tag == Tag::lists_turned));
      CHECK((broken.trespasses > 0) == mutant.writes_outside);
      ++mutants;
    }
    CHECK(mutants + without == kListsTrial.rows());
  });
}

}  // namespace test
