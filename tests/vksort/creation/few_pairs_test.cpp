// Sorters of few pairs: up to two tiles, by kernels that are created sooner than those that sort any number.
#include <doctest/doctest.h>

#include <string>

#include "support/check/conform.h"
#include "support/check/self_test_check.h"

namespace test {
namespace {

using vksort::KeyType;
using vksort::NanRule;
using vksort::Order;
using vksort::Values;

constexpr Config kFewPairs[] = {
    {.values = Values::split},
    {.key_type = KeyType::f32, .order = Order::descending, .values = Values::interleaved, .nan_rule = NanRule::last},
    {.key_type = KeyType::f32, .values = Values::iota, .hook = true},
    {.key_type = KeyType::i32, .values = Values::iota, .push_descriptor = false},
    {.key_type = KeyType::u64, .order = Order::descending},
};

// For up to two tiles.
vksort::SorterInfo infoFor(Rig& rig, const Config& config) {
  vksort::SorterInfo info = rig.sorterInfo(config);
  info.max_count = 2u << rig.tuning(config).tile_log2;
  return info;
}

}  // namespace

TEST_CASE("sorts_each_count_of_few_pairs" * doctest::test_suite("one width")) {
  for (const Config& config : kFewPairs) {
    if (!wanted(config)) continue;
    SUBCASE(describe(config).c_str()) {
      onEveryDevice([&](Rig& rig) {
        const vksort::SorterInfo info = infoFor(rig, config);
        vksort::Sorter sorter;
        REQUIRE(vksort::Sorter::create(info, sorter) == VK_SUCCESS);
        const uint32_t most = info.max_count, tile = most / 2;
        CHECK(sorter.planPass(tile, 0).name == std::string("few_sort"));
        CHECK(sorter.plan(tile).dispatches == 1);
        CHECK(sorter.planPass(tile + 1, 0).name == std::string("few_sort"));
        CHECK(sorter.planPass(tile + 1, 0).workgroups == 2);
        CHECK(sorter.planPass(most, 1).name == std::string("few_merge"));
        CHECK(sorter.planPass(most, 1).workgroups == 1);
        CHECK(sorter.plan(most).dispatches == 2);
        CHECK(sorter.plan(most).barriers == 1);
        std::vector<Input> inputs;
        for (uint32_t n = 1; n <= most; n = n < 2 * 128 ? n + 1 : n + 97)
          inputs.push_back({n, n % 3 == 0 ? Keys::entropy_3 : Keys::random, Payload::random, nextSeed()});
        for (const Keys keys : {Keys::sorted, Keys::reversed, Keys::equal, Keys::last})
          for (const uint32_t n : {tile - 1, tile, tile + 1, tile + tile / 2, most - 1, most})
            inputs.push_back({n, keys, Payload::random, nextSeed()});
        const Report report = checkSorts(rig, sorter, config, inputs);
        INFO(report.first);
        CHECK(report.ok());
        CHECK(report.sorts == inputs.size());
      });
    }
  }
}

TEST_CASE("a_self_test_proves_the_kernels_of_few_pairs" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    vksort::SorterInfo info = infoFor(rig, kFewPairs[0]);
    info.self_test = tested(rig, kFewPairs[0]).self_test;
    const Attempt made = create(info);
    CHECK_MESSAGE(made.result == VK_SUCCESS, made.reason);
    CHECK(made.sorter.pathReport().proven);
    CHECK(made.sorter.plan(info.max_count).dispatches == 2);
  });
}

}  // namespace test
