// Rank merges in scratch memory give the same results as in-place sorts.
#include <doctest/doctest.h>

#include <algorithm>
#include <span>

#include "support/check/conform.h"
#include "support/device/recording.h"
#include "support/driver.h"
#include "support/skip.h"

namespace test {
namespace {

// Around multiples of a tile, and both sides of each size that changes the search, tiles or workgroups.
constexpr uint32_t kMostByRank = 3u << 15;
std::vector<uint32_t> sizesFor(const vksort::KernelSizes& shape, bool large) {
  const uint32_t tile = 1u << shape.scratch_log2[0];
  if (large)
    return {20 * tile + 5, 1u << 15, (1u << 15) + 1, (1u << 16) - 3, 1u << 16, 132u << 9, (132u << 9) + 1, kMostByRank};
  return {1, 17, tile, 5 * tile + 1, 11 * tile - 5};
}

bool isRankMerge(const vksort::Sorter& sorter, const Config& config, uint32_t n) {
  const std::vector<vksort::PassPlan> passes = planned(
      {.count = n, .scratch = true, .indirect = config.mode == Mode::indirect, .key_type = config.key_type}, sorter);
  return passes.size() == 2 && std::string(passes[1].name).starts_with("rank_merge");
}

void expectRanks(Rig& rig, const Config& config, std::span<const Keys> distributions, bool large = false) {
  constexpr Payload kPayloads[] = {Payload::index, Payload::random, Payload::all_ones};
  INFO(describe(config));
  const vksort::KernelSizes shape = rig.tuning(config);
  const uint32_t tile = 1u << shape.scratch_log2[0];
  SorterSetup setup = rig.setupOf(config);
  // Creates fewer in-place kernels. A stable sort of payloads cannot exceed a rank merge.
  setup.info.max_count = large ? kMostByRank : 16 * tile;
  vksort::Sorter sorter;
  REQUIRE(vksort::Sorter::create(setup.get(), sorter) == VK_SUCCESS);
  std::vector<Input> inputs;
  for (const uint32_t n : sizesFor(shape, large)) {
    if (n < (config.payload == vksort::Payload::index ? 1u : 2u)) continue;
    if (n > 1u << 16 && !isRankMerge(sorter, config, n)) continue;
    for (const Keys keys : distributions) {
      inputs.push_back({n, keys, kPayloads[inputs.size() % 3], nextSeed()});
      if (config.mode == Mode::indirect && !large) inputs.back().room = n < 5 * tile ? n : n / 7;
    }
  }
  if (config.mode == Mode::indirect) {
    const uint32_t few = std::min(3000u, 16 * tile);
    inputs.push_back({few, Keys::random, Payload::index, nextSeed(), 1, 0, 5000});
    for (const uint32_t n : {0u, 1u, 256u, 1024u})
      inputs.push_back({n, Keys::random, Payload::index, nextSeed(), 1, few - n});
  }
  for (const Input& input : inputs) {
    const uint32_t room = input.n + input.room;
    CHECK(sorter.scratchBytes(room) > VkDeviceSize{room} * 4);
    CHECK(isRankMerge(sorter, config, room));
  }
  const Report report = checkSorts(rig, sorter, config, inputs);
  INFO(report.first);
  CHECK(report.sorts == inputs.size());
  CHECK(report.ok());
  CHECK(report.dispatches == 2 * inputs.size());
}

constexpr Keys kRankedKeys[] = {Keys::random, Keys::last};

constexpr Config kRankConfigs[] = {
    {.scratch = true, .rank = true},
    {.key_type = kF32, .order = kDown, .nan_rule = kNanLast, .first_bit = 16, .scratch = true, .rank = true},
    {.key_type = kI32, .mode = Mode::indirect, .scratch = true, .rank = true, .push_descriptor = false},
    {.key_type = kF32, .payload = kIndex, .scratch = true, .rank = true},
    {.order = kDown, .payload = kU32, .scratch = true, .rank = true},
    {.payload = kIndex, .discard_keys = true, .scratch = true, .rank = true},
    {.key_type = kI32,
     .order = kDown,
     .mode = Mode::indirect,
     .payload = kInterleaved,
     .ties = kByValue,
     .scratch = true,
     .rank = true},
    {.payload = kInterleaved, .ties = kAnyTies, .scratch = true, .rank = true, .full_subgroups = false},
    {.key_type = kU64, .order = kDown, .scratch = true, .rank = true},
    {.key_type = kF32, .nan_rule = kNanLast, .payload = kIndex, .scratch = true, .rank = true},
};

}  // namespace

TEST_CASE("sorts_every_distribution_by_rank_merge" * doctest::test_suite("one width")) {
  for (const auto payload : {vksort::Payload::none, vksort::Payload::u32}) {
    const Config config{.payload = payload, .scratch = true, .rank = true};
    onEveryDeviceUnvalidated([&](Rig& rig) {
      SorterSetup setup = rig.setupOf(config);
      setup.info.max_count = 7007;
      vksort::Sorter sorter;
      REQUIRE(vksort::Sorter::create(setup.get(), sorter) == VK_SUCCESS);
      std::vector<Input> inputs;
      for (const Keys keys : kAllKeys) inputs.push_back({7007, keys, Payload::random, nextSeed()});
      CHECK(isRankMerge(sorter, config, 7007));
      const Report report = checkSorts(rig, sorter, config, inputs);
      INFO(report.first);
      CHECK(report.ok());
      CHECK(report.sorts == inputs.size());
    });
  }
}

TEST_CASE("rank_merge_sorts_its_maximum_count" * doctest::test_suite("one width")) {
  constexpr Keys kKeys[] = {Keys::random};
  onEveryDeviceUnvalidated([&](Rig& rig) {
    if (rig.tuning({}).scratch_log2[1] != 11) return skip("tiles are smaller, and so are sorts");
    expectRanks(rig, {.scratch = true, .rank = true}, kKeys, true);
    // A stable sort would need scratch memory for every count up to max_count.
    expectRanks(rig, {.mode = Mode::indirect, .payload = kU32, .ties = kByValue, .scratch = true, .rank = true}, kKeys,
                true);
  });
}

TEST_CASE("sorts_by_rank_merge" * doctest::test_suite("one width")) {
  for (const Config& config : kRankConfigs) {
    SUBCASE(describe(config).c_str()) {
      onEveryDeviceUnvalidated([&](Rig& rig) { expectRanks(rig, config, kRankedKeys); });
    }
  }
}

}  // namespace test
