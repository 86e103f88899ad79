// Sorts by ranks in lent memory: the same results as in place.
#include <doctest/doctest.h>

#include <span>

#include "support/check/conform.h"
#include "support/driver.h"
#include "support/skip.h"

namespace test {
namespace {

using vksort::Count;
using vksort::KeyType;
using vksort::NanRule;
using vksort::Order;
using vksort::Ties;
using vksort::Values;

// Around one tile, of as many and more than are searched at once, and on both sides of the size from which tiles are
// larger, and workgroups; the last is the largest that is sorted so, where shared memory has room for its samples.
std::vector<uint32_t> sizesFor(const vksort::Shape& shape, bool large) {
  const uint32_t tile = 1u << shape.apart_log2[0];
  if (large)
    return {20 * tile + 5, 1u << 15, (1u << 15) + 1, (1u << 16) - 3, 1u << 16, 132u << 9, (132u << 9) + 1, 3u << 15};
  return {1, 17, tile, 5 * tile + 1, 11 * tile - 5};
}

void expectRanks(Rig& rig, const Config& config, std::span<const Keys> distributions, bool large = false) {
  constexpr Payload kPayloads[] = {Payload::index, Payload::random, Payload::all_ones};
  INFO(describe(config));
  const vksort::Shape shape = rig.tuning(config);
  const uint32_t tile = 1u << shape.apart_log2[0];
  vksort::SorterInfo info = rig.sorterInfo(config);
  if (!large) info.max_count = 16 * tile;  // fewer kernels in place
  vksort::Sorter sorter;
  REQUIRE(vksort::Sorter::create(info, sorter) == VK_SUCCESS);
  std::vector<Input> inputs;
  for (const uint32_t n : sizesFor(shape, large)) {
    if (n < (config.values == Values::iota || config.hook ? 1u : 2u)) continue;
    if (n > 1u << 16 && std::string(sorter.planPass(n, 1, true).name) != "rank_merge") continue;
    for (const Keys keys : distributions) {
      const Payload payload = config.ascending_values ? Payload::index : kPayloads[inputs.size() % 3];
      inputs.push_back({n, keys, payload, nextSeed()});
      // Tiles that are not there, whole and in part.
      if (config.count == Count::device && !large) inputs.back().room = n < 5 * tile ? n : n / 7;
    }
  }
  if (config.count == Count::device) {
    inputs.push_back({3000, Keys::random, Payload::index, nextSeed(), 1, 0, 5000});
    // None, one, and whole workgroups.
    for (const uint32_t n : {0u, 1u, 256u, 1024u})
      inputs.push_back({n, Keys::random, Payload::index, nextSeed(), 1, 3000 - n});
  }
  for (const Input& input : inputs) {
    const uint32_t most = input.n + input.room;
    CHECK(sorter.scratchBytes(most) > VkDeviceSize{most} * 4);
    CHECK(sorter.plan(most, true).dispatches == 2);
    CHECK(std::string(sorter.planPass(most, 1, true).name) == "rank_merge");
  }
  const Report report = checkSorts(rig, sorter, config, inputs);
  INFO(report.first);
  CHECK(report.sorts == inputs.size());
  CHECK(report.ok());
  CHECK(report.dispatches == 2 * inputs.size());
}

constexpr Keys kRankedKeys[] = {Keys::random, Keys::last};

// Elements of one word and of two, and all that decides how they are loaded, compared and stored.
constexpr Config kRankConfigs[] = {
    {.lent = true, .by_ranks = true},
    {.key_type = KeyType::f32, .order = Order::descending, .nan_rule = NanRule::last, .lent = true, .by_ranks = true},
    {.key_type = KeyType::i32, .push_descriptor = false, .count = Count::device, .lent = true, .by_ranks = true},
    {.key_type = KeyType::f32, .values = Values::iota, .lent = true, .by_ranks = true},
    {.order = Order::descending, .values = Values::iota, .ties = Ties::value_in_order, .lent = true, .by_ranks = true},
    {.order = Order::descending, .values = Values::split, .lent = true, .by_ranks = true},
    {.key_type = KeyType::i32,
     .order = Order::descending,
     .values = Values::interleaved,
     .ties = Ties::value_in_order,
     .count = Count::device,
     .lent = true,
     .by_ranks = true},
    {.values = Values::interleaved, .ties = Ties::any, .full_subgroups = false, .lent = true, .by_ranks = true},
    {.values = Values::split, .count = Count::device, .lent = true, .by_ranks = true, .ascending_values = true},
    {.key_type = KeyType::u64, .order = Order::descending, .lent = true, .by_ranks = true},
    {.key_type = KeyType::f32, .values = Values::split, .coherent = true, .lent = true, .by_ranks = true},
    {.count = Count::device, .coherent = true, .lent = true, .by_ranks = true},
    {.key_type = KeyType::f32,
     .values = Values::iota,
     .nan_rule = NanRule::last,
     .hook = true,
     .lent = true,
     .by_ranks = true},
    {.order = Order::descending, .push_descriptor = false, .hook = true, .lent = true, .by_ranks = true},
    {.values = Values::split, .count = Count::device, .hook = true, .lent = true, .by_ranks = true},
};

}  // namespace

TEST_CASE("sorts_every_distribution_by_ranks" * doctest::test_suite("one width")) {
  for (const Values values : {Values::none, Values::split}) {
    const Config config{.values = values, .lent = true, .by_ranks = true};
    onEveryDeviceUnvalidated([&](Rig& rig) {
      std::vector<Input> inputs;
      for (const Keys keys : kAllKeys) inputs.push_back({7007, keys, Payload::random, nextSeed()});
      CHECK(std::string(rig.sorter(config).planPass(7007, 1, true).name) == "rank_merge");
      const Report report = checkSorts(rig, rig.sorter(config), config, inputs);
      INFO(report.first);
      CHECK(report.ok());
      CHECK(report.sorts == inputs.size());
    });
  }
}

TEST_CASE("sorts_the_most_elements_that_ranks_take" * doctest::test_suite("one width")) {
  constexpr Keys kKeys[] = {Keys::random};
  onEveryDeviceUnvalidated([&](Rig& rig) {
    if (rig.tuning({}).apart_log2[1] != 11) return skip("tiles are smaller, and so are sorts");
    expectRanks(rig, {.lent = true, .by_ranks = true}, kKeys, true);
    expectRanks(rig, {.values = Values::split, .count = Count::device, .lent = true, .by_ranks = true}, kKeys, true);
  });
}

// The conformance check of hooks fills the keys with noise before it sorts, and counts calls for missing elements.
TEST_CASE("sorts_by_ranks" * doctest::test_suite("one width")) {
  for (const Config& config : kRankConfigs) {
    SUBCASE(describe(config).c_str()) {
      onEveryDevice([&](Rig& rig) {
        constexpr Keys kInOrder[] = {Keys::sorted, Keys::equal, Keys::random};
        expectRanks(rig, config, config.coherent ? std::span<const Keys>(kInOrder) : kRankedKeys);
      });
    }
  }
}

}  // namespace test
