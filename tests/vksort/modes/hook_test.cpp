// Keys that the first pass of the sort computes.
#include <doctest/doctest.h>

#include <set>

#include "support/check/list_check.h"
#include "support/mutants/mutants.h"

namespace test {
namespace {

using vksort::Count;
using vksort::KeyType;
using vksort::NanRule;
using vksort::Order;
using vksort::Path;
using vksort::Ties;
using vksort::Values;

const Trial kHookTrial({Tag::hook, Tag::hook_of_lists});

// The conformance check fills the keys with noise before it sorts, and counts calls for elements that are not there.
std::vector<Input> inputsFor(Rig& rig, const Config& config) {
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

void expectHookedSorts(const Config& config) {
  onEveryDevice([&](Rig& rig) {
    const std::vector<Input> inputs = inputsFor(rig, config);
    expectSorts(rig, config, inputs);
    expectSorts(rig, config, inputs, {.widen = false, .one_buffer = true});
  });
}

// Lists on both sides of the limits between the ways to sort one.
ListSort hookedLists(Rig& rig, const Config& config) {
  const vksort::Shape shape = rig.tuning(config);
  const uint32_t tiny = 1u << shape.tiny_log2, tile = 1u << shape.tile_log2;
  return placedLists({0, 1, 1, 2, 5, tiny - 1, tiny, tiny + 1, 2 * tiny + 3, tile - 1, tile + 1, 3 * tile + 7},
                     nextSeed());
}

}  // namespace

TEST_CASE("sorts_by_keys_that_a_hook_computes" * doctest::test_suite("one width")) {
  // With NaN as the keys of elements that a host has culled.
  for (const Config& config : {
           Config{.key_type = KeyType::f32, .values = Values::iota, .nan_rule = NanRule::last, .hook = true},
           Config{.order = Order::descending, .values = Values::none, .push_descriptor = false, .hook = true},
       }) {
    SUBCASE(describe(config).c_str()) { expectHookedSorts(config); }
  }
}

TEST_CASE("sorts_by_keys_that_a_hook_computes_on_the_floor" * doctest::test_suite("one width")) {
  for (const Config& config : {
           Config{
               .key_type = KeyType::i32, .values = Values::split, .ties = Ties::any, .path = Path::floor, .hook = true},
           Config{.order = Order::descending,
           .values = Values::split,
           .ties = Ties::value_in_order,
           .path = Path::floor,
           .hook = true},
           Config{.key_type = KeyType::f32,
           .order = Order::descending,
           .values = Values::none,
           .path = Path::floor,
           .push_descriptor = false,
           .nan_rule = NanRule::last,
           .hook = true},
       }) {
    SUBCASE(describe(config).c_str()) { expectHookedSorts(config); }
  }
}

TEST_CASE("hooks_go_with_a_device_count" * doctest::test_suite("one width")) {
  expectHookedSorts({.key_type = KeyType::f32,
                     .order = Order::descending,
                     .values = Values::split,
                     .nan_rule = NanRule::last,
                     .count = Count::device,
                     .hook = true});
}

TEST_CASE("hooks_go_with_lists" * doctest::test_suite("one width")) {
  const Config config{
      .key_type = KeyType::f32, .values = Values::iota, .nan_rule = NanRule::last, .count = Count::lists, .hook = true};
  onEveryDevice([&](Rig& rig) {
    ListSort sort = hookedLists(rig, config);
    sort.keys = Keys::nan;
    expectLists(rig, config, sort);
    // Of which those of one element, too, take a pass for the keys alone.
    const Config keys{.path = vksort::Path::floor, .count = Count::lists, .hook = true};
    expectLists(rig, keys, hookedLists(rig, keys));
  });
}

// Also those that the table does not use on the device.
TEST_CASE("hooks_are_in_every_kernel_that_begins_a_sort" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
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
      tuning.subgroup_sort = 1;
      tuning.small_log2 = tuning.tile_log2 - 1;
      if (values == Values::none) tuning.medium_log2 = tuning.tile_log2;
      tuning.double_tiles = 1;
      vksort::SorterInfo info = rig.sorterInfo(config);
      info.tuning = &tuning;
      vksort::Sorter sorter;
      {
        const HookScope hooks;
        const char* reason = "";
        const VkResult result = vksort::Sorter::create(info, sorter, &reason);
        INFO(std::string(reason));
        REQUIRE(result == VK_SUCCESS);
      }
      std::vector<Input> inputs;
      const uint32_t tile = 1u << tuning.tile_log2;
      for (const uint32_t n : {7u, tile / 2 - 1, tile - 3, 5 * tile / 2}) {
        inputs.push_back({n, Keys::random, Payload::index, nextSeed()});
        kernels.insert(sorter.planPass(n, 0).name);
      }
      const Report report = checkSorts(rig, sorter, config, inputs);
      INFO(report.first);
      CHECK(report.ok());
    }
    // What begins a sort: one subgroup; one workgroup with 4 elements per invocation, or 8, or as many as a tile has;
    // tiles; pairs of tiles. Large subgroups leave nothing for the smallest workgroup.
    std::set<std::string> wanted = {"medium_sort", "tile_sort", "double_sort"};
    const vksort::Shape shape = rig.tuning({});
    const bool narrow = shape.elementsLog2(vksort::Kernel::subgroup_sort) + 1 < tile_log2;
    if (rig.hasSubgroupPass()) wanted.insert("subgroup_sort");
    if (!rig.hasSubgroupPass() || narrow) wanted.insert("small_sort");
    CHECK(kernels == wanted);
  });
}

TEST_CASE("writes_the_key_of_a_single_element_in_one_dispatch" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    const Config config{.values = Values::none, .path = Path::floor, .hook = true};
    CHECK(rig.sorter(config).plan(0).dispatches == 0);
    CHECK(rig.sorter(config).plan(1).dispatches == 1);
    const Input input{1, Keys::random, Payload::index, nextSeed()};
    const Report report = checkSorts(rig, rig.sorter(config), config, {&input, 1});
    INFO(report.first);
    CHECK(report.ok());
    CHECK(report.dispatches == 1);
  });
}

TEST_CASE("notices_every_mutant_of_the_hooked_passes" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    uint32_t mutants = 0;
    for (const Mutant& mutant : kHookTrial.mutants()) {
      Config config{.values = mutant.element == vksort::Element::pair ? Values::iota : Values::none,
                    .path = Path::floor,
                    .hook = true};
      if (mutant.tag == Tag::hook_of_lists) config.count = Count::lists;
      const HookScope hooks(planted(mutant));
      const vksort::Sorter sorter = rig.makeSorter(config);
      const uint32_t tile = 1u << rig.tuning(config).tile_log2;
      std::vector<Input> inputs;
      for (const uint32_t n : {tile - 3, 3 * tile + 5}) inputs.push_back({n, Keys::random, Payload::index, nextSeed()});
      const Report broken = mutant.tag == Tag::hook_of_lists ? checkLists(rig, sorter, config, hookedLists(rig, config))
                                                             : checkSorts(rig, sorter, config, inputs);
      MESSAGE(describe(mutant) << ": " << broken.first);
      CHECK_FALSE(broken.ok());
      ++mutants;
    }
    CHECK(mutants == kHookTrial.rows());
  });
}

}  // namespace test
