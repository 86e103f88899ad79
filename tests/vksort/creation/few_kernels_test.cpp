// Tunings of few kernels: without the sorts of one workgroup, everything goes through tiles. All else must still be so.
#include <doctest/doctest.h>

#include "support/check/list_inputs.h"
#include "support/check/self_test_check.h"

namespace test {
namespace {

using vksort::Count;
using vksort::Tuning;
using vksort::Values;

// The table's on the floor, without the kernels that it may do without.
Tuning few(Rig& rig, const Config& config) {
  Tuning tuning = rig.tuning(config);
  tuning.small_log2 = tuning.medium_log2 = tuning.large_log2 = tuning.double_tiles = tuning.subgroup_sort = 0;
  return tuning;
}

vksort::Sorter makeSorter(Rig& rig, const Config& config, const Tuning& tuning) {
  vksort::SorterInfo info = rig.sorterInfo(config);
  info.tuning = &tuning;
  vksort::Sorter sorter;
  const char* reason = "";
  const VkResult result = vksort::Sorter::create(info, sorter, &reason);
  CHECK_MESSAGE(result == VK_SUCCESS, reason);
  return sorter;
}

std::vector<Input> inputsFor(const Tuning& tuning) {
  const uint32_t tile = 1u << tuning.tile_log2;
  std::vector<Input> inputs;
  for (const uint32_t n : {1u, 2u, 13u, 64u, tile - 1, tile, tile + 1, 2 * tile, 5 * tile + 3, 40 * tile + 9})
    inputs.push_back({n, Keys::entropy_3, Payload::index, nextSeed()});
  return inputs;
}

constexpr Config kFewKernelsConfigs[] = {
    {.path = vksort::Path::floor},
    {.values = Values::split, .path = vksort::Path::floor, .count = Count::device},
    {.values = Values::iota, .path = vksort::Path::floor, .hook = true},
    {.values = Values::split, .path = vksort::Path::floor, .coherent = true},
};

}  // namespace

TEST_CASE("sorts_without_kernels_for_small_sorts" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    for (const Config& config : kFewKernelsConfigs) {
      INFO(describe(config));
      const Tuning tuning = few(rig, config);
      const vksort::Sorter sorter = makeSorter(rig, config, tuning);
      CHECK(sorter.planPass(13, sorter.plan(13).dispatches - 1).name == std::string("tile_sort"));
      const Report report = checkSorts(rig, sorter, config, inputsFor(tuning));
      INFO(report.first);
      CHECK(report.ok());
    }
  });
}

// Lists that are not tiny are sorted in slots then.
TEST_CASE("sorts_lists_with_each_size_of_small_sorts" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    const Config config = listed({.values = Values::split, .path = vksort::Path::floor});
    Tuning tuning = few(rig, config);
    const ListSort mixed = mixedLists(rig.tuning(config));
    const uint32_t usual = rig.tuning(config).small_log2;
    for (const uint32_t small : {0u, 4u, usual, tuning.tile_log2}) {
      INFO("small_log2 " << small);
      tuning.small_log2 = small;
      const vksort::Sorter sorter = makeSorter(rig, config, tuning);
      for (const ListSort& sort : {mixed, tinyLists(700, 40)}) {
        const Report report = checkLists(rig, sorter, config, sort);
        INFO(report.first);
        CHECK(report.ok());
        CHECK(report.sorts > 20);
      }
    }
  });
}

TEST_CASE("plans_lists_by_a_tuning_as_a_sorter_of_it_does" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    const Config config = listed({.path = vksort::Path::floor});
    Tuning tuning = few(rig, config);
    Faults faults;
    faults.fake_objects = true;
    const HookScope hooks(faults);
    for (const uint32_t small : {0u, rig.tuning(config).small_log2}) {
      tuning.small_log2 = small;
      vksort::SorterInfo info = rig.sorterInfo(config);
      info.tuning = &tuning;
      const vksort::Sorter sorter = makeSorter(rig, config, tuning);
      for (const uint32_t largest : {1u, 2u, 16u, 17u, 64u, 65u, 1000u, 1'000'000u}) {
        const vksort::Plan made = sorter.planLists(3000, largest), planned = vksort::planLists(info, {}, 3000, largest);
        CHECK(made.dispatches == planned.dispatches);
        CHECK(made.barriers == planned.barriers);
        bool sorts_lists = false;
        for (uint32_t i = 0; i < made.dispatches; ++i) {
          const std::string name = sorter.planListsPass(3000, largest, i).name;
          CHECK(name == vksort::planListsPass(info, {}, 3000, largest, i).name);
          sorts_lists |= name == "list_sort";
        }
        CHECK(sorts_lists == (small != 0 && largest > 16));
      }
    }
  });
}

TEST_CASE("self_tests_without_kernels_for_small_sorts" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    for (const Config& config : {Config{.values = Values::split, .path = vksort::Path::floor},
                                 listed({.values = Values::split, .path = vksort::Path::floor})}) {
      const Tuning tuning = few(rig, config);
      vksort::SorterInfo info = tested(rig, config);
      info.tuning = &tuning;
      const Attempt made = create(info);
      CHECK_MESSAGE(made.result == VK_SUCCESS, made.reason);
      CHECK(made.sorter.pathReport().proven);
      CHECK(made.sorter.pathReport().dropped_count == 0);
      CHECK(made.sorter.tuning().small_log2 == 0);
    }
  });
}

}  // namespace test
