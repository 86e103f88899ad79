// Keys that the first pass of the sort computes.
#include <doctest/doctest.h>

#include <set>

#include "index_hook.h"
#include "support/check/list_check.h"
#include "support/device/recording.h"

namespace test {
namespace {

using vksort::Count;
using vksort::KeyType;
using vksort::NanRule;
using vksort::Order;
using vksort::Path;
using vksort::Ties;
using vksort::Values;

// The conformance check fills the keys with noise before it sorts, and counts calls for elements that are not there.
std::vector<Input> hookedInputs(Rig& rig, const Config& config) {
  const vksort::Shape shape = rig.tuning(config);
  std::vector<uint32_t> sizes = {0, 1, 2, 3, 17, 7 * (1u << shape.tile_log2) + 5};
  for (const uint32_t log2 :
       {shape.subgroup_log2 + 2, shape.small_log2, shape.medium_log2, shape.tile_log2, shape.tile_log2 + 1}) {
    if (log2 == 0) continue;
    for (const uint32_t n : {(1u << log2) - 1, 1u << log2, (1u << log2) + 1}) sizes.push_back(n);
  }
  std::vector<Input> inputs;
  for (const uint32_t n : sizes) {
    for (const Keys keys : {Keys::random, Keys::last, Keys::float_specials}) {
      inputs.push_back({n, keys, Payload::random, nextSeed()});
      if (config.count == Count::device) inputs.back().room = n % 5 * 300;
    }
  }
  return inputs;
}

// With NaN as the keys of elements that a host has culled.
constexpr Config kHookedConfigs[] = {
    {.key_type = KeyType::f32, .values = Values::iota, .nan_rule = NanRule::last, .hook = true},
    {.order = Order::descending, .values = Values::none, .push_descriptor = false, .hook = true},
    {.key_type = KeyType::i32, .values = Values::split, .ties = Ties::any, .path = Path::floor, .hook = true},
    {.order = Order::descending,
     .values = Values::split,
     .ties = Ties::value_in_order,
     .path = Path::floor,
     .hook = true},
    {.key_type = KeyType::f32,
     .order = Order::descending,
     .values = Values::split,
     .nan_rule = NanRule::last,
     .count = Count::device,
     .hook = true},
};

// Lists on both sides of the limits between the ways to sort one.
ListSort hookedLists(Rig& rig, const Config& config) {
  const vksort::Shape shape = rig.tuning(config);
  const uint32_t tiny = 1u << shape.tiny_log2, tile = 1u << shape.tile_log2;
  return placedLists({0, 1, 1, 2, 5, tiny - 1, tiny, tiny + 1, 2 * tiny + 3, tile - 1, tile + 1, 3 * tile + 7},
                     nextSeed());
}

}  // namespace

TEST_CASE("sorts_by_keys_that_a_hook_computes" * doctest::test_suite("one width")) {
  for (const Config& config : kHookedConfigs) {
    SUBCASE(describe(config).c_str()) {
      onEveryDeviceUnvalidated([&](Rig& rig) {
        const std::vector<Input> inputs = hookedInputs(rig, config);
        expectSorts(rig, config, inputs);
        expectSorts(rig, config, inputs, {.widen = false, .one_buffer = true});
      });
    }
  }
}

TEST_CASE("hooks_go_with_lists" * doctest::test_suite("one width")) {
  const Config config{
      .key_type = KeyType::f32, .values = Values::iota, .nan_rule = NanRule::last, .count = Count::lists, .hook = true};
  onEveryDevice([&](Rig& rig) {
    ListSort sort = hookedLists(rig, config);
    sort.keys = Keys::nan;
    expectLists(rig, config, sort);
    // Of which those of one element, too, take a pass for the keys alone.
    const Config keys{.path = Path::floor, .count = Count::lists, .hook = true};
    expectLists(rig, keys, hookedLists(rig, keys));
  });
}

// One subgroup; one workgroup with 4 elements per invocation, or 8, or as many as a tile has; tiles; pairs of tiles.
// Also those that the table does not use on the device.
TEST_CASE("hooks_are_in_every_kernel_that_begins_a_sort" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    std::set<std::string> kernels;
    uint32_t tile_log2 = 0;
    for (const Values values : {Values::none, Values::iota}) {
      const Config config{.values = values, .hook = true};
      Config floor = config;
      floor.path = Path::floor;
      // Whose tiles are small enough to be doubled; and, where subgroups are as large as the floor's workgroups,
      // larger.
      const bool wide = rig.device().properties().subgroup.subgroupSize >= 32;
      vksort::Tuning tuning = rig.tuning(wide ? config : floor);
      tile_log2 = tuning.tile_log2;
      tuning.subgroup_sort = tuning.double_tiles = 1;
      tuning.small_log2 = tuning.tile_log2 - 1;
      if (values == Values::none) tuning.medium_log2 = tuning.tile_log2;
      vksort::SorterInfo info = rig.sorterInfo(config);
      info.tuning = &tuning;
      vksort::Sorter sorter;
      REQUIRE(vksort::Sorter::create(info, sorter) == VK_SUCCESS);
      std::vector<Input> inputs;
      const uint32_t tile = 1u << tuning.tile_log2;
      for (const uint32_t n : {7u, tile / 2 - 1, tile - 3, 5 * tile / 2}) {
        inputs.push_back({n, Keys::random, Payload::index, nextSeed()});
        kernels.insert(sorter.planPass(n, 0).name);
      }
      expectSorts(rig, sorter, config, inputs);
    }
    // Large subgroups leave nothing for the smallest workgroup.
    std::set<std::string> wanted = {"medium_sort", "tile_sort", "double_sort"};
    const bool narrow = rig.tuning({}).elementsLog2(vksort::Kernel::subgroup_sort) + 1 < tile_log2;
    if (rig.hasSubgroupPass()) wanted.insert("subgroup_sort");
    if (!rig.hasSubgroupPass() || narrow) wanted.insert("small_sort");
    CHECK(kernels == wanted);
  });
}

// A single element takes one dispatch. The keys of a self-test are in the ranges, where a hook does not look.
TEST_CASE("a_hook_is_proven_and_may_need_no_set" * doctest::test_suite("one width")) {
  const Config config{.values = Values::none, .path = Path::floor, .hook = true};
  onEveryDevice([&](Rig& rig) {
    vksort::SorterInfo info = rig.sorterInfo(config);
    info.self_test = {rig.device().queue(), rig.device().queueFamily(), vksort::SelfTestMode::always, 400'000};
    vksort::Sorter sorter;
    REQUIRE(vksort::Sorter::create(info, sorter) == VK_SUCCESS);
    CHECK(sorter.pathReport().proven);
    CHECK(sorter.plan(0).dispatches == 0);
    const Report report = expectSorts(rig, sorter, config, inputsOf({1}));
    CHECK(report.dispatches == 1);

    const vksort::Hook reads_nothing{index_hook, VK_NULL_HANDLE};
    info.self_test = {};
    info.hook = &reads_nothing;
    REQUIRE(vksort::Sorter::create(info, sorter) == VK_SUCCESS);
    Config plain = config;
    plain.hook = false;
    CHECK(count(recorded(rig, sorter, plain, 1u << rig.tuning(config).tile_log2), Command::Kind::dispatch) == 1);
  });
}

}  // namespace test
