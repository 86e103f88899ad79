// Incremental sorts in place.
#include <doctest/doctest.h>

#include "support/check/conform.h"
#include "support/check/counts.h"

namespace test {
namespace {

using vksort::KeyType;
using vksort::NanRule;
using vksort::Order;
using vksort::Ties;

constexpr Config kIncrementalConfigs[] = {
    {.key_type = KeyType::f32, .order = Order::descending, .nan_rule = NanRule::last, .incremental = true},
    {.key_type = KeyType::u64,
     .order = Order::descending,
     .incremental = true,
     .payload = vksort::Payload::interleaved,
     .ties = Ties::by_value},
    {.incremental = true, .baseline = true, .push_descriptor = false},
    {.key_type = KeyType::i32,
     .mode = Mode::indirect,
     .incremental = true,
     .payload = vksort::Payload::u32,
     .ties = Ties::by_value},
};

uint32_t tileOf(Rig& rig, const Config& config) { return 1u << rig.tuning(config).tile_log2; }

Input moved(uint32_t n, uint32_t reach) {
  Input input{n, Keys::moved, Payload::index, nextSeed()};
  input.reach = reach;
  return input;
}

// Around tiles and half tiles; all ways to move keys.
std::vector<Input> movedInputs(uint32_t tile) {
  const uint32_t half = tile / 2;
  std::vector<Input> inputs;
  for (const uint32_t tiles : {0u, 1u, 2u, 5u}) {
    for (const uint32_t more : {0u, 1u, 2u, half, half + 1, tile - 1}) {
      const uint32_t n = tiles * tile + more;
      for (const Keys keys : {Keys::random, Keys::sorted, Keys::reversed, Keys::equal, Keys::last, Keys::late})
        inputs.push_back({n, keys, Payload::random, nextSeed()});
      for (const uint32_t reach : {2u, half, half + 2, 3 * tile}) inputs.push_back(moved(n, reach));
    }
  }
  // Out of order where neither the first invocations of a tile nor those of the decision look.
  inputs.push_back({7 * tile, Keys::swapped, Payload::index, 20, 2});
  inputs.push_back({40 * tile, Keys::swapped, Payload::index, 20 * tile + 5, 5 * tile});
  return inputs;
}

// Whether an input takes the passes of a full sort; else none of them has a workgroup.
bool sortsInFull(Rig& rig, const vksort::Sorter& sorter, const Config& config, const Input& input) {
  const Report report = expectSorts(rig, sorter, config, {&input, 1});
  if (report.full_sorts == 1) return true;
  const std::span<const uint32_t> words = rig.arena(Counts::kArena, 0).host.as<uint32_t>();
  const std::span<const uint32_t> state = Counts::stateOf(words, 0);
  constexpr uint32_t kRepair = 4;  // passes up to the decision
  const uint32_t passes = vksort::plan(sorter, {.count = input.n, .incremental = true});
  for (uint32_t i = 0; i + kRepair < passes; ++i) CHECK(state[3 * i] == 0);
  return false;
}

}  // namespace

TEST_CASE("incremental_sorts_are_sorts_whatever_has_moved") {
  onEveryDeviceUnvalidated([](Rig& rig) {
    for (const Config& config : kIncrementalConfigs) {
      if (!wanted(config)) continue;
      std::vector<Input> inputs = movedInputs(tileOf(rig, config));
      if (config.mode == Mode::indirect) {  // what it does not count is left alone
        for (std::size_t i = 0; i < inputs.size(); ++i) {
          if (i % 3 == 0) inputs[i].found = ~0u;
          if (i % 3 == 1) inputs[i].room = static_cast<uint32_t>(i) % 7 * 50 + 1;
        }
      }
      expectSorts(rig, config, inputs);
    }
  });
}

TEST_CASE("incremental_sorts_run_in_full_only_if_something_moved_by_more_than_half_a_tile") {
  onEveryDevice([](Rig& rig) {
    for (const Config& config : kIncrementalConfigs) {
      if (!wanted(config) || config.baseline) continue;  // the baseline always sorts in full
      INFO(describe(config));
      const vksort::Sorter& sorter = rig.sorter(config);
      const uint32_t tile = tileOf(rig, config);
      for (const uint32_t n : {2 * tile + 1, 5 * tile + tile / 2 + 3}) {
        for (const uint32_t reach : {1u, 3u, tile / 2 + 1})
          CHECK_FALSE(sortsInFull(rig, sorter, config, moved(n, reach)));
        CHECK(sortsInFull(rig, sorter, config, {n, Keys::reversed, Payload::index, nextSeed()}));
        CHECK(sortsInFull(rig, sorter, config, moved(n, n)));
      }
    }
  });
}

}  // namespace test
