// Paths by proof: those whose kernels sort on the device.
#include <doctest/doctest.h>

#include <chrono>

#include "support/check/self_test_check.h"

namespace test {
namespace {

using vksort::KeyType;
using vksort::Order;
using vksort::Path;
using vksort::PathReport;
using vksort::SelfTestMode;
using vksort::Ties;
using vksort::Values;

constexpr Config kSelfTestedConfigs[] = {
    {.values = Values::none},
    {.key_type = KeyType::i32, .values = Values::split},
    {.key_type = KeyType::f32, .order = Order::descending, .values = Values::interleaved, .ties = Ties::any},
    {.key_type = KeyType::f32, .values = Values::iota, .nan_rule = vksort::NanRule::last},
    {.key_type = KeyType::u64, .order = Order::descending},
    {.key_type = KeyType::u64, .order = Order::descending, .values = Values::split, .ties = Ties::value_in_order},
    {.values = Values::split, .path = Path::floor, .push_descriptor = false},
    {.values = Values::split, .count = vksort::Count::device},
    {.values = Values::split, .count = vksort::Count::lists},
};

bool isValidated(const Config& config) {
  return config.count != vksort::Count::host || &config < &kSelfTestedConfigs[2];
}

void expectProof(Rig& rig, const Config& config) {
  INFO(describe(config));
  const ObjectCount before = objectCount();
  {
    const Attempt plain = create(tested(rig, config, SelfTestMode::never));
    const int64_t alone = objectCount().live - before.live;
    const auto begin = std::chrono::steady_clock::now();
    const Attempt made = create(tested(rig, config));
    const std::chrono::duration<double, std::milli> spent = std::chrono::steady_clock::now() - begin;
    MESSAGE("created and proven in " << spent.count() << " ms");
    INFO(made.reason);
    REQUIRE(made.result == VK_SUCCESS);
    CHECK(objectCount().live - before.live == 2 * alone);
    const PathReport report = made.sorter.pathReport();
    const bool subgroups = config.path == Path::automatic && rig.hasSubgroupPass();
    CHECK(report.path == std::string(config.path == Path::floor ? "floor" : subgroups ? "subgroups" : "no subgroups"));
    CHECK(report.proven);
    CHECK(report.dropped_count == 0);
    CHECK(plain.sorter.pathReport().path == std::string(report.path));
    CHECK_FALSE(plain.sorter.pathReport().proven);
    expectThatItSorts(rig, made, config);
  }
  CHECK(objectCount().live == before.live);
  CHECK(objectCount().bogus_destructions == before.bogus_destructions);
}

}  // namespace

// Layers see the first two, and those of a count on the device and of lists.
TEST_CASE("the_self_test_proves_every_path_and_leaves_nothing" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    (void)rig.verifier();
    for (const Config& config : kSelfTestedConfigs) {
      if (isValidated(config)) expectProof(rig, config);
    }
    CHECK(vksort::Sorter().pathReport().path == nullptr);
  });
  onEveryDeviceUnvalidated([](Rig& rig) {
    (void)rig.verifier();
    for (const Config& config : kSelfTestedConfigs) {
      if (!isValidated(config)) expectProof(rig, config);
    }
  });
}

TEST_CASE("the_self_test_runs_where_it_is_asked_for" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    const auto dispatches = [&rig](SelfTestMode mode, bool with_queue) {
      vksort::SorterInfo info = tested(rig, {}, mode);
      if (!with_queue) info.self_test.queue = VK_NULL_HANDLE;
      HookScope hooks;
      vksort::Sorter sorter;
      REQUIRE(vksort::Sorter::create(info, sorter) == VK_SUCCESS);
      CHECK(sorter.pathReport().proven == !hooks.log.commands.empty());
      return hooks.log.commands.size();
    };
    CHECK(dispatches(SelfTestMode::always, true) > 0);
    CHECK(dispatches(SelfTestMode::always, false) == 0);
    CHECK(dispatches(SelfTestMode::never, true) == 0);
#ifdef NDEBUG
    CHECK(dispatches(SelfTestMode::automatic, true) == 0);
#else
    CHECK(dispatches(SelfTestMode::automatic, true) > 0);
#endif
  });
}

}  // namespace test
