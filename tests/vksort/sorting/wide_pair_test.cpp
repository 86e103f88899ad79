// Keys of 64 bits with values.
#include <doctest/doctest.h>

#include "gpu/commands.h"
#include "support/check/conform.h"

namespace test {
namespace {

using vksort::KeyType;
using vksort::Order;
using vksort::Path;
using vksort::Ties;
using vksort::Values;

constexpr Config kWidePairConfigs[] = {
    {KeyType::u64, Order::ascending, Values::split, Ties::value, Path::automatic},
    {KeyType::u64, Order::descending, Values::split, Ties::any, Path::floor, false},
    {KeyType::u64, Order::descending, Values::split, Ties::value_in_order, Path::floor},
    {KeyType::u64, Order::ascending, Values::iota, Ties::value, Path::automatic},
    {KeyType::u64, Order::descending, Values::iota, Ties::value, Path::floor},
};
constexpr Config kOthers[] = {
    {KeyType::u64, Order::ascending, Values::split, Ties::value, Path::floor},
    {KeyType::u64, Order::descending, Values::split, Ties::value, Path::automatic, false},
    {KeyType::u64, Order::descending, Values::split, Ties::any, Path::automatic},
    {KeyType::u64, Order::descending, Values::split, Ties::value_in_order, Path::automatic},
    {KeyType::u64, Order::descending, Values::iota, Ties::value_in_order, Path::floor, true, false},
};

// All distributions at each size; among them many keys that differ in the low word alone, and many equal ones.
std::vector<Input> widePairsOf(std::initializer_list<uint32_t> sizes) {
  constexpr Payload kPayloads[] = {Payload::index, Payload::random, Payload::all_ones};
  std::vector<Input> inputs;
  for (const uint32_t n : sizes) {
    for (const Keys keys : kAllKeys) inputs.push_back({n, keys, kPayloads[inputs.size() % 3], nextSeed()});
    inputs.push_back({n, Keys::low_word, Payload::random, nextSeed()});
    inputs.push_back({n, Keys::equal, Payload::random, nextSeed()});
  }
  return inputs;
}

void expectEveryDistributionSorted(const Config& config) {
  const std::string name = describe(config);
  SUBCASE(name.c_str()) {
    onEveryDevice([&](Rig& rig) {
      const uint32_t tile = 1u << rig.tuning(config).tile_log2;
      expectSorts(rig, config,
                  widePairsOf({1, 2, 3, 17, 61, 200, tile - 1, tile, tile + 1, 2 * tile - 3, 7 * tile + 5}));
    });
  }
}

}  // namespace

TEST_CASE("sorts_every_distribution_of_wide_keys_with_values" * doctest::test_suite("one width")) {
  for (const Config& config : kWidePairConfigs)
    if (wanted(config)) expectEveryDistributionSorted(config);
}

TEST_CASE("sorts_every_distribution_of_wide_keys_with_values_in_every_layout" * doctest::test_suite("full")) {
  for (const Config& config : kOthers) expectEveryDistributionSorted(config);
}

TEST_CASE("sorts_long_ranges_of_wide_keys_with_values" * doctest::test_suite("one width")) {
  for (const Config& config : {kWidePairConfigs[0], kWidePairConfigs[1]}) {
    if (!wanted(config)) continue;
    onEveryDeviceUnvalidated([&](Rig& rig) {
      std::vector<Input> inputs;
      for (const Keys keys : {Keys::random, Keys::last, Keys::low_word, Keys::entropy_7})
        inputs.push_back({200'003, keys, Payload::random, nextSeed()});
      expectSorts(rig, config, inputs);
    });
  }
}

// No subgroup pass is made for elements of three words.
TEST_CASE("sorts_wide_keys_with_values_without_the_subgroup_pass" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    const Config config{.key_type = KeyType::u64, .values = Values::split};
    CHECK_FALSE(rig.tuning(config).uses(vksort::Kernel::subgroup_sort, {}));
    vksort::Tuning tuning = rig.tuning(config);
    vksort::SorterInfo info = rig.sorterInfo(config);
    info.tuning = &tuning;
    vksort::Sorter sorter;
    CHECK(vksort::Sorter::create(info, sorter) == VK_SUCCESS);
    tuning.subgroup_sort = 1;
    const char* reason = "";
    CHECK(vksort::Sorter::create(info, sorter, &reason) == VK_ERROR_FEATURE_NOT_PRESENT);
    CHECK(std::string(reason).find("subgroup_sort") != std::string::npos);
  });
}

#ifdef NDEBUG  // builds with assertions stop
TEST_CASE("checks_the_ranges_of_wide_keys_and_their_values" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    const Config config{.key_type = KeyType::u64, .values = Values::split};
    const vksort::Sorter& sorter = rig.sorter(config);
    const VkBuffer buffer = rig.arena(0, 1 << 12).device.handle();
    gpu::CommandPool pool(rig.device());
    const VkCommandBuffer cmd = pool.allocate();
    gpu::begin(rig.device(), cmd);
    const auto recorded = [&](VkDeviceSize keys, VkDeviceSize key_bytes, VkDeviceSize values) {
      vksort::SortInfo info;
      info.keys = {buffer, keys, key_bytes};
      info.values = {buffer, values, 400};
      info.count = 100;
      return sorter.record(cmd, info);
    };
    if (sorter.descriptorSetLayout() != VK_NULL_HANDLE) return;  // a set would do nothing more here
    CHECK(recorded(8, 800, 808) == vksort::SortStatus::ok);
    memoryBarrier(rig.device(), cmd, vksort::kAfter, vksort::kBefore);
    CHECK(recorded(408, 800, 4) == vksort::SortStatus::ok);
    CHECK(recorded(4, 800, 808) == vksort::SortStatus::misaligned_keys_offset);
    CHECK(recorded(8, 799, 808) == vksort::SortStatus::keys_range_too_small);
    CHECK(recorded(8, 800, 804) == vksort::SortStatus::overlapping_ranges);
    CHECK(recorded(400, 800, 4) == vksort::SortStatus::overlapping_ranges);
    REQUIRE(rig.device().vk.vkEndCommandBuffer(cmd) == VK_SUCCESS);
  });
}
#endif

}  // namespace test
