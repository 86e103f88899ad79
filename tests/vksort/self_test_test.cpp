// Paths by proof: a path whose kernels do not sort on the device is dropped, and says why.
#include <doctest/doctest.h>

#include <chrono>
#include <cstring>
#include <map>
#include <optional>

#include "bitonic/tuning.h"
#include "list_check.h"
#include "self_test/cases.h"
#include "self_test_hooks.h"
#include "support/mutants/mutants.h"
#include "support/skip.h"
#include "vulkan/functions.h"

namespace test {
namespace {

using vksort::Kernel;
using vksort::KeyType;
using vksort::Order;
using vksort::Path;
using vksort::PathReport;
using vksort::SelfTestMode;
using vksort::Ties;
using vksort::Values;

const Trial kTrial({Tag::width});

// With the subgroup pass, also where the table does without it.
vksort::SorterInfo tested(const Rig& rig, const Config& config, SelfTestMode mode = SelfTestMode::always) {
  static std::map<Config, vksort::Tuning> tunings;
  vksort::SorterInfo info = rig.sorterInfo(config);
  const bool has_pass = rig.hasSubgroupPass() && elementOf(config) != vksort::Element::triple;
  if (config.path == Path::automatic && has_pass) {
    vksort::Tuning& tuning = tunings[config];
    tuning = rig.tuning(config);
    tuning.subgroup_sort = 1;
    info.tuning = &tuning;
  }
  info.self_test.queue = rig.device().queue();
  info.self_test.queue_family = rig.device().queueFamily();
  info.self_test.mode = mode;
  info.self_test.timeout_ms = 400'000;
  return info;
}

struct Attempt {
  VkResult result = VK_SUCCESS;
  vksort::Sorter sorter{};
  std::string reason{};
};

// The device does not clamp accesses to the ranges: they reach into the guards behind.
Attempt create(const vksort::SorterInfo& info, Faults faults = {}) {
  Attempt made;
  faults.widen_by = 16;
  const HookScope hooks(faults);
  const char* reason = nullptr;
  made.result = vksort::Sorter::create(info, made.sorter, &reason);
  if (reason) made.reason = reason;
  return made;
}

bool isPair(const Mutant& mutant) { return mutant.element == vksort::Element::pair; }

// A configuration in which the mutation matters; nothing where the tests have none.
std::optional<Config> configFor(const Mutant& mutant) {
  Config config{.values = isPair(mutant) ? Values::split : Values::none, .path = Path::floor};
  if (mutant.kernel == Kernel::subgroup_sort) config.path = Path::automatic;
  if (mutant.element == vksort::Element::triple) {
    config.key_type = KeyType::u64;
    config.values = Values::split;
  }
  switch (mutant.tag) {
    case Tag::sort:
      return isPair(mutant) ? std::nullopt : std::optional(config);  // to save time
    case Tag::tie:
      return config;
    case Tag::any_tie:
      config.ties = Ties::any;
      return config;
    case Tag::tie_in_order:
      config.order = Order::descending;
      config.ties = Ties::value_in_order;
      return config;
    case Tag::nan:
      config.key_type = KeyType::f32;
      config.nan_rule = vksort::NanRule::last;
      return isPair(mutant) ? std::nullopt : std::optional(config);
    case Tag::iota:
      config.values = Values::iota;
      return config;
    case Tag::wide:
      return Config{.key_type = KeyType::u64, .order = Order::descending, .path = config.path};
    default:
      return std::nullopt;
  }
}

// Sorts what every kernel has a part in.
void expectThatItSorts(Rig& rig, const Attempt& made, const Config& config) {
  if (config.count == vksort::Count::lists) {
    const Report report = checkLists(rig, made.sorter, config, placedLists({3, 30, 1000, 4099, 70'001}, nextSeed()));
    INFO(report.first);
    CHECK(report.ok());
    return;
  }
  std::vector<Input> inputs;
  for (const uint32_t n : {3u, 30u, 1000u, 4099u, 70'001u})
    inputs.push_back({n, Keys::random, Payload::index, nextSeed()});
  const Report report = checkSorts(rig, made.sorter, config, inputs);
  INFO(report.first);
  CHECK(report.ok());
}

constexpr Config kConfigs[] = {
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

}  // namespace

TEST_CASE("the_self_test_proves_every_path_and_leaves_nothing" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    (void)rig.verifier();
    for (const Config& config : kConfigs) {
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
        CHECK(report.path == std::string(config.path == Path::floor ? "floor"
                                         : subgroups                ? "subgroups"
                                                                    : "no subgroups"));
        CHECK(report.proven);
        CHECK(report.dropped_count == 0);
        CHECK(plain.sorter.pathReport().path == std::string(report.path));
        CHECK_FALSE(plain.sorter.pathReport().proven);
        expectThatItSorts(rig, made, config);
      }
      CHECK(objectCount().live == before.live);
      CHECK(objectCount().bogus_destructions == before.bogus_destructions);
    }
    CHECK(vksort::Sorter().pathReport().path == nullptr);
  });
}

TEST_CASE("the_self_test_runs_where_it_is_asked_for") {
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

TEST_CASE("a_wrong_subgroup_shader_costs_the_subgroup_path_alone" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    if (!rig.hasSubgroupPass()) return skip("no subgroups");
    for (const bool pairs : {false, true}) {
      const Config config{.values = pairs ? Values::split : Values::none};
      const Faults faults = planted(mutantOf("unbounded_load", pairs ? "subgroup_pairs" : "subgroup_keys"));
      const Attempt made = create(tested(rig, config), faults);
      REQUIRE(made.result == VK_SUCCESS);
      const PathReport report = made.sorter.pathReport();
      CHECK(report.path == std::string("no subgroups"));
      CHECK(report.proven);
      REQUIRE(report.dropped_count == 1);
      CHECK(report.dropped[0].path == std::string("subgroups"));
      CHECK(report.dropped[0].kernel == std::string("subgroup_sort"));
      CHECK(report.dropped[0].count > 1);
      CHECK(std::strlen(report.dropped[0].fault) > 0);
      expectThatItSorts(rig, made, config);
      // Without the self-test it would be used.
      const Attempt trusting = create(tested(rig, config, SelfTestMode::never), faults);
      std::vector<Input> inputs;
      for (uint32_t n = 2; n < 32; ++n) inputs.push_back({n, Keys::random, Payload::index, nextSeed()});
      CHECK_FALSE(checkSorts(rig, trusting.sorter, config, inputs).ok());
    }
  });
}

TEST_CASE("a_shader_that_is_wrong_in_wide_workgroups_leaves_the_floor" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    uint32_t mutants = 0, without = 0;  // of wide workgroups
    for (const Mutant& mutant : kTrial.mutants()) {
      const Config config{.values = isPair(mutant) ? Values::interleaved : Values::none};
      if (rig.tuning(config).elementsLog2(Kernel::tile_sort) ==
          rig.tuning({.values = config.values, .path = Path::floor}).elementsLog2(Kernel::tile_sort)) {
        ++without;  // the device has no wide ones
        continue;
      }
      const Attempt made = create(tested(rig, config), planted(mutant));
      REQUIRE(made.result == VK_SUCCESS);
      const PathReport report = made.sorter.pathReport();
      CHECK(report.path == std::string("floor"));
      CHECK(report.proven);
      REQUIRE(report.dropped_count == (rig.hasSubgroupPass() ? 2 : 1));
      CHECK(report.dropped[report.dropped_count - 1].path == std::string("no subgroups"));
      for (uint32_t i = 0; i < report.dropped_count; ++i) {
        CHECK(report.dropped[i].fault == std::string("left elements out of order"));
      }
      expectThatItSorts(rig, made, config);
      ++mutants;
    }
    CHECK(mutants + without == kTrial.rows());
  });
}

TEST_CASE("a_shader_that_is_wrong_everywhere_fails_creation" * doctest::test_suite("full")) {
  onEveryDevice([](Rig& rig) {
    const ObjectCount before = objectCount();
    for (const Path path : {Path::automatic, Path::floor}) {
      const Config config{.values = Values::split, .path = path};
      const Attempt made = create(tested(rig, config), planted(mutantOf("wrong_tie", "global_pairs")));
      CHECK(made.result == VK_ERROR_FEATURE_NOT_PRESENT);
      CHECK_FALSE(made.sorter);
      CHECK(made.reason == "no path passed its self-test: the floor left elements out of order");
    }
    const Attempt outside = create(tested(rig, {}), planted(mutantOf("unbounded_store", "tile_keys")));
    CHECK(outside.result == VK_ERROR_FEATURE_NOT_PRESENT);
    CHECK(outside.reason == "no path passed its self-test: the floor wrote outside the range");
    const Attempt lost = create(tested(rig, {}), planted(mutantOf("unbounded_load", "tile_keys")));
    CHECK(lost.result == VK_ERROR_FEATURE_NOT_PRESENT);
    CHECK(lost.reason == "no path passed its self-test: the floor lost or altered elements");
    CHECK(objectCount().live == before.live);
  });
}

// What the conformance tests notice, the self-test does, in seconds less.
TEST_CASE("the_self_test_notices_the_mutants_of_the_shaders" * doctest::test_suite("full")) {
  onEveryDevice([](Rig& rig) {
    uint32_t tried = 0;
    for (const Mutant& mutant : allMutants()) {
      if (mutant.kernel == Kernel::subgroup_sort && !rig.hasSubgroupPass()) continue;
      const std::optional<Config> config = configFor(mutant);
      if (!config) continue;
      ++tried;
      const std::string name = describe(mutant);
      INFO(name << ", " << describe(*config));
      const Attempt made = create(tested(rig, *config), planted(mutant));
      CHECK((made.result == VK_ERROR_FEATURE_NOT_PRESENT || made.sorter.pathReport().dropped_count > 0));
    }
    CHECK(tried >= 12);
  });
}

TEST_CASE("a_verifier_that_is_wrong_drops_no_path_but_fails_creation" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    const ObjectCount before = objectCount();
    const Attempt made = create(tested(rig, {}), planted(mutantOf("verify_sums_half", "verify")));
    CHECK(made.result == VK_ERROR_FEATURE_NOT_PRESENT);
    CHECK(made.reason == "the self-test cannot judge: its verification is wrong on this device");
    CHECK(objectCount().live == before.live);
  });
}

TEST_CASE("the_self_test_reports_what_fails_and_leaks_nothing" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    for (const bool push : {true, false}) {
      const vksort::SorterInfo info = tested(rig, {.push_descriptor = push});
      SharedPipelines pipelines(rig.device().handle());
      uint32_t creations = 0;
      Faults faults;
      faults.shared = &pipelines;
      {
        HookScope hooks(faults);
        vksort::Sorter sorter;
        REQUIRE(vksort::Sorter::create(info, sorter) == VK_SUCCESS);
        CHECK(sorter.pathReport().proven);
        hooks.log = {};
        sorter = {};
        REQUIRE(vksort::Sorter::create(info, sorter) == VK_SUCCESS);
        creations = hooks.log.creations;
      }
      const ObjectCount before = objectCount();
      const auto expect = [&](VkResult result) {
        const Attempt made = create(info, faults);
        CHECK(made.result == result);
        CHECK_FALSE(made.sorter);
        CHECK_FALSE(made.reason.empty());
        CHECK(objectCount().live == before.live);
        CHECK(objectCount().bogus_destructions == before.bogus_destructions);
      };
      for (uint32_t i = 0; i < creations; ++i) {
        INFO("creation " << i);
        faults.fails_creation = i;
        expect(VK_ERROR_OUT_OF_DEVICE_MEMORY);
      }
      faults.fails_creation.reset();
      for (const char* name : {"vkBindBufferMemory", "vkMapMemory", "vkAllocateCommandBuffers", "vkBeginCommandBuffer",
                               "vkEndCommandBuffer", "vkQueueSubmit"}) {
        INFO(name);
        faults.returns = {{name, VK_ERROR_OUT_OF_HOST_MEMORY}};
        expect(VK_ERROR_OUT_OF_HOST_MEMORY);
      }
      if (!push) {
        faults.returns = {{"vkAllocateDescriptorSets", VK_ERROR_OUT_OF_POOL_MEMORY}};
        expect(VK_ERROR_OUT_OF_POOL_MEMORY);
      }
      faults.returns = {{"vkQueueSubmit", VK_ERROR_DEVICE_LOST}};
      expect(VK_ERROR_DEVICE_LOST);
      faults.returns = {};
#define NAME(function) "vk" #function,
      for (const char* name : {VKSORT_SELF_TEST_FUNCTIONS(NAME) "vkGetPhysicalDeviceMemoryProperties"}) {
#undef NAME
        INFO(name);
        faults.missing_function = name;
        expect(VK_ERROR_INITIALIZATION_FAILED);
      }
    }
  });
}

// The device goes on, and nothing of what it may use is destroyed.
TEST_CASE("a_self_test_that_takes_too_long_is_given_up") {
  onEveryDevice([](Rig& rig) {
    const gpu::Device& device = rig.device();
    for (const VkResult waited : {VK_TIMEOUT, VK_ERROR_OUT_OF_HOST_MEMORY}) {
      const ObjectCount before = objectCount();
      Faults faults;
      faults.returns = {{"vkWaitForFences", waited}};
      const Attempt made = create(tested(rig, {}), faults);
      CHECK(made.result == waited);
      CHECK_FALSE(made.sorter);
      CHECK_FALSE(made.reason.empty());
      CHECK(objectCount().live > before.live + 10);
      device.waitIdle();
      destroyLeft(device.handle(), before);
      CHECK(objectCount().live == before.live);
    }
    const ObjectCount before = objectCount();
    Faults faults;
    faults.returns = {{"vkQueueSubmit", VK_SUCCESS}, {"vkWaitForFences", VK_ERROR_DEVICE_LOST}};
    const Attempt made = create(tested(rig, {}), faults);
    CHECK(made.result == VK_ERROR_DEVICE_LOST);  // then nothing is in use any more
    CHECK(objectCount().live == before.live);
  });
}

}  // namespace test
