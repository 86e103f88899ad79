// Sorts of what was in order not long ago.
#include <doctest/doctest.h>

#include <algorithm>

#include "support/check/conform.h"
#include "support/check/counts.h"
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

Config coherent(Config config) {
  config.coherent = true;
  return config;
}

const Trial kRepairTrial({Tag::repair, Tag::repair_in_vain, Tag::repair_turned});

constexpr Config kCoherentConfigs[] = {
    {.key_type = KeyType::f32, .order = Order::descending, .values = Values::none, .nan_rule = NanRule::last},
    {.key_type = KeyType::i32, .values = Values::split},
    {.key_type = KeyType::u64, .order = Order::descending, .values = Values::split},
    {.values = Values::none, .path = Path::floor, .push_descriptor = false},
    {.order = Order::descending, .values = Values::split, .path = Path::floor},
    {.key_type = KeyType::i32, .values = Values::split, .count = Count::device},
};

uint32_t tileOf(Rig& rig, const Config& config) { return 1u << rig.tuning(config).tile_log2; }

// Around tiles and half tiles.
std::vector<uint32_t> sizesFor(uint32_t tile) {
  const uint32_t half = tile / 2;
  return {0,
          1,
          2,
          3,
          half,
          half + 1,
          tile - 1,
          tile,
          tile + 1,
          tile + half,
          2 * tile - 1,
          2 * tile,
          2 * tile + 1,
          2 * tile + half,
          5 * tile + half - 3,
          9 * tile + 5};
}

Input moved(uint32_t n, uint32_t reach) {
  Input input{n, Keys::moved, Payload::index, nextSeed()};
  input.reach = reach;
  return input;
}

// Whether an input takes the passes of a full sort; else none of them has a workgroup.
bool sortsInFull(Rig& rig, const vksort::Sorter& sorter, const Config& config, const Input& input) {
  const Report report = checkSorts(rig, sorter, config, {&input, 1});
  INFO(report.first);
  CHECK(report.ok());
  if (report.full_sorts == 1) return true;
  const std::span<const uint32_t> words = rig.arena(Counts::kArena, 0).host.as<uint32_t>();
  const std::span<const uint32_t> state = Counts::stateOf(words, 0);
  constexpr uint32_t kRepair = 4;  // passes up to the verdict
  for (uint32_t i = 0; i + kRepair < sorter.plan(input.n).dispatches; ++i) CHECK(state[3 * i] == 0);
  return false;
}

}  // namespace

TEST_CASE("coherent_sorts_are_sorts_whatever_has_moved") {
  for (const Config& each : kCoherentConfigs) {
    const Config config = coherent(each);
    if (!wanted(config)) continue;
    const std::string name = describe(config);
    SUBCASE(name.c_str()) {
      onEveryDevice([&](Rig& rig) {
        const uint32_t tile = tileOf(rig, config);
        std::vector<Input> inputs;
        for (const uint32_t n : sizesFor(tile)) {
          for (const Keys keys :
               {Keys::random, Keys::sorted, Keys::reversed, Keys::equal, Keys::last, Keys::entropy_7, Keys::late})
            inputs.push_back({n, keys, Payload::random, nextSeed()});
          for (const uint32_t reach : {2u, tile / 2, tile / 2 + 2, 3 * tile}) inputs.push_back(moved(n, reach));
        }
        expectSorts(rig, config, inputs);
      });
    }
  }
}

TEST_CASE("coherent_sorts_of_a_device_count_leave_the_rest_alone" * doctest::test_suite("one width")) {
  for (const Values values : {Values::none, Values::split}) {
    const Config config =
        coherent({.key_type = KeyType::f32, .values = values, .nan_rule = NanRule::last, .count = Count::device});
    onEveryDevice([&](Rig& rig) {
      const uint32_t tile = tileOf(rig, config);
      std::vector<Input> inputs;
      for (const uint32_t n : sizesFor(tile)) {
        for (const uint32_t room : {1u, tile / 2, 3 * tile + 1}) {
          inputs.push_back(moved(n, n % 3 == 0 ? 1 : tile));
          inputs.back().room = room;
        }
        inputs.push_back({n, Keys::nan, Payload::index, nextSeed(), 1, 1});
        inputs.push_back(moved(n, tile));
        inputs.back().found = 0xffffffffu;
      }
      expectSorts(rig, config, inputs);
    });
  }
}

TEST_CASE("coherent_sorts_run_in_full_only_if_something_moved_by_more_than_half_a_tile") {
  for (const Config& each : kCoherentConfigs) {
    const Config config = coherent(each);
    if (!wanted(config)) continue;
    onEveryDevice([&](Rig& rig) {
      INFO(describe(config));
      const vksort::Sorter& sorter = rig.sorter(config);
      const uint32_t tile = tileOf(rig, config);
      for (const uint32_t n : {2 * tile + 1, 5 * tile + tile / 2 + 3}) {
        for (const uint32_t reach : {1u, 3u, tile / 2 + 1})
          CHECK_FALSE(sortsInFull(rig, sorter, config, moved(n, reach)));
        CHECK(sortsInFull(rig, sorter, config, {n, Keys::reversed, Payload::index, nextSeed()}));
        CHECK(sortsInFull(rig, sorter, config, {n, Keys::random, Payload::index, nextSeed()}));
        CHECK(sortsInFull(rig, sorter, config, moved(n, n)));
      }
    });
  }
}

TEST_CASE("notices_every_mutant_of_the_repair" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    const bool one_by_one = rig.device().properties().core.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU;
    uint32_t mutants = 0, without = 0;
    for (const Mutant& mutant : kRepairTrial.mutants()) {
      if (mutant.turned && !one_by_one && ++without) continue;
      const Config config = coherent({.key_type = KeyType::f32,
                                      .order = Order::descending,
                                      .values = mutant.element == vksort::Element::pair ? Values::split : Values::none,
                                      .path = Path::floor});
      const uint32_t tile = tileOf(rig, config);
      const std::string name = describe(mutant);
      INFO(name);
      const HookScope hooks(planted(mutant));
      const vksort::Sorter sorter = rig.makeSorter(config);
      ++mutants;
      // Its result is right, and too dear.
      if (mutant.tag == Tag::repair_in_vain) {
        CHECK(sortsInFull(rig, sorter, config, moved(7 * tile, 1)));
        continue;
      }
      std::vector<Input> inputs;
      for (const uint32_t n : {tile + tile / 2 + 1, 2 * tile + 5, 7 * tile + tile / 2 + 9}) {
        for (const uint32_t reach : {2u, tile / 2, tile, 3 * tile}) inputs.push_back(moved(n, reach));
        inputs.push_back({n, Keys::random, Payload::index, nextSeed()});
        inputs.push_back({n, Keys::reversed, Payload::index, nextSeed()});
        inputs.push_back({n, Keys::late, Payload::index, nextSeed()});
      }
      // Out of order where neither the first invocations of a tile nor those of the verdict look.
      inputs.push_back({7 * tile, Keys::swapped, Payload::index, 20, 2});
      inputs.push_back({40 * tile, Keys::swapped, Payload::index, 20 * tile + 5, 5 * tile});
      const Report broken = checkSorts(rig, sorter, config, inputs);
      MESSAGE(name << ": " << broken.first);
      CHECK(broken.ok() == (mutant.tag == Tag::repair_turned));
    }
    CHECK(mutants + without == kRepairTrial.rows());
  });
}

#ifdef NDEBUG
TEST_CASE("coherent_sorters_of_made_up_values_are_refused" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    vksort::Sorter sorter;
    const char* reason = "";
    const HookScope hooks;
    const VkResult result = vksort::Sorter::create(rig.sorterInfo(coherent({.values = Values::iota})), sorter, &reason);
    CHECK(result == VK_ERROR_INITIALIZATION_FAILED);
    CHECK(std::string(reason).find("Values::iota") != std::string::npos);
  });
}
#endif

}  // namespace test
