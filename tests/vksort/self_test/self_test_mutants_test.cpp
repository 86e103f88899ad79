// Paths by proof: a path whose kernels do not sort on the device is dropped, and says why.
#include <doctest/doctest.h>

#include <cstring>
#include <optional>

#include "support/check/self_test_check.h"
#include "support/mutants/mutants.h"
#include "support/skip.h"

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

const Trial kWidthTrial({Tag::width});

bool isPair(const Mutant& mutant) { return mutant.element == vksort::Element::pair; }

// A configuration in which the mutation matters; nothing where the tests have none.
std::optional<Config> testedConfigFor(const Mutant& mutant) {
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

}  // namespace

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
      CHECK(isProof(tested(rig, config), report.dropped[0]));
      CHECK(std::strlen(report.dropped[0].fault) > 0);
      expectThatItSorts(rig, made, config);
      // Without the self-test it would be used.
      const Attempt trusting = create(tested(rig, config, SelfTestMode::never), faults);
      std::vector<Input> inputs;
      for (uint32_t n = 2; n < 32; ++n) inputs.push_back({n, Keys::random, Payload::index, nextSeed()});
      CHECK_FALSE(checkSorts(rig, trusting.sorter, config, inputs).ok());
    }
    // What sorts by ranks needs no subgroups.
    const Config ranked{.lent = true, .by_ranks = true};
    const Attempt made = create(tested(rig, ranked), planted(mutantOf("unbounded_load", "subgroup_keys")));
    REQUIRE(made.result == VK_SUCCESS);
    CHECK(made.sorter.pathReport().path == std::string("no subgroups"));
    CHECK(made.sorter.scratchBytes(5000) > 0);
    CHECK(made.sorter.scratchBytes(5000) == rig.makeSorter(ranked).scratchBytes(5000));
    expectThatItSorts(rig, made, ranked);
  });
}

TEST_CASE("the_self_test_tells_each_kind_of_fault_and_fails_creation_on_the_floor" * doctest::test_suite("one width")) {
  struct Kind {
    const char* mutant;
    Values values;
    std::string fault;
  };
  const Kind kKinds[] = {{"unbounded_store", Values::none, "wrote outside the range"},
                         {"unbounded_load", Values::none, "lost or altered elements"},
                         {"no_iota", Values::iota, "lost or altered elements"},
                         {"wrong_tie", Values::split, "left elements out of order"}};  // seen where many keys are equal
  onEveryDevice([&](Rig& rig) {
    for (const auto& [mutant, values, fault] : kKinds) {
      INFO(std::string(mutant));
      const std::string elements = values == Values::none ? "_keys" : "_pairs";
      const ObjectCount before = objectCount();
      // Nothing is left to try.
      vksort::SorterInfo info = tested(rig, {.values = values, .path = Path::floor});
      info.max_count = 1000;
      const Attempt floor = create(info, planted(mutantOf(mutant, "tile" + elements)));
      CHECK(floor.result == VK_ERROR_FEATURE_NOT_PRESENT);
      CHECK_FALSE(floor.sorter);
      CHECK(floor.reason == "no path passed its self-test: the floor " + fault);
      CHECK(objectCount().live == before.live);
      if (!rig.hasSubgroupPass()) continue;
      info = tested(rig, {.values = values});
      info.max_count = 100;
      const Attempt made = create(info, planted(mutantOf(mutant, "subgroup" + elements)));
      REQUIRE(made.result == VK_SUCCESS);
      REQUIRE(made.sorter.pathReport().dropped_count == 1);
      CHECK(made.sorter.pathReport().dropped[0].kernel == std::string("subgroup_sort"));
      CHECK(made.sorter.pathReport().dropped[0].fault == fault);
    }
  });
}

// Only a tuning without room on a path has the next one tried; what the driver says is passed on.
TEST_CASE("a_driver_without_a_feature_for_the_next_path_fails_creation" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    if (!rig.hasSubgroupPass()) return skip("no subgroups");
    Faults faults = planted(mutantOf("unbounded_load", "subgroup_keys"));
    faults.creation_error = VK_ERROR_FEATURE_NOT_PRESENT;
    faults.widen_by = 16;
    const vksort::SorterInfo info = tested(rig, {});
    REQUIRE(info.tuning != nullptr);
    // The first creation of each sorter and verifier: the path of subgroups, its proof, and the path without.
    std::vector<uint32_t> firsts;
    {
      HookScope hooks(faults);
      vksort::Sorter sorter;
      REQUIRE(vksort::Sorter::create(info, sorter) == VK_SUCCESS);
      REQUIRE(sorter.pathReport().path == std::string("no subgroups"));
      for (uint32_t i = 0; i < hooks.log.created.size(); ++i)
        if (hooks.log.created[i].kind == 's') firsts.push_back(i);
      REQUIRE(firsts.size() >= 3);
    }
    const ObjectCount before = objectCount();
    for (const uint32_t creation : {firsts[0], firsts[2], firsts[2] + 3}) {
      faults.fails_creation = creation;
      const HookScope hooks(faults);
      vksort::Sorter sorter;
      const char* reason = "";
      CHECK(vksort::Sorter::create(info, sorter, &reason) == VK_ERROR_FEATURE_NOT_PRESENT);
      CHECK_FALSE(sorter);
      CHECK(reason == std::string("the driver could not create or name a layout or a pipeline"));
    }
    CHECK(objectCount().live == before.live);
  });
}

TEST_CASE("a_shader_that_is_wrong_in_wide_workgroups_leaves_the_floor" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    uint32_t mutants = 0, without = 0;  // of wide workgroups
    for (const Mutant& mutant : kWidthTrial.mutants()) {
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
    CHECK(mutants + without == kWidthTrial.rows());
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
      const std::optional<Config> config = testedConfigFor(mutant);
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
    for (const char* wrong : {"verify_sums_half", "verify_finds_order"}) {
      INFO(std::string(wrong));
      const Attempt made = create(tested(rig, {}), planted(mutantOf(wrong, "verify")));
      CHECK(made.result == VK_ERROR_FEATURE_NOT_PRESENT);
      CHECK(made.reason == "the self-test cannot judge: its verification is wrong on this device");
      CHECK(objectCount().live == before.live);
    }
  });
}

}  // namespace test
