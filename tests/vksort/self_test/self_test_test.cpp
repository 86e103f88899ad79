// Paths by proof: those whose kernels sort on the device are used, and the others are dropped and reported.
#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <vector>

#include "sort/interface.h"
#include "sort/verify/interface.h"
#include "support/check/self_test_check.h"
#include "support/skip.h"
#include "support/variants/variants.h"
#include "vksort/radix/setting.h"

namespace test {
namespace {

using vksort::Count;
using vksort::KeyType;
using vksort::Order;
using vksort::Path;
using vksort::PathReport;
using vksort::SelfTestMode;
using vksort::Ties;
using vksort::Values;

// Layers see the first two, and those with a count on the device and with lists.
constexpr Config kSelfTestedConfigs[] = {
    {.values = Values::none},
    {.key_type = KeyType::i32, .values = Values::split},
    {.key_type = KeyType::f32, .values = Values::iota, .nan_rule = vksort::NanRule::last},
    {.key_type = KeyType::u64, .order = Order::descending, .values = Values::split, .ties = Ties::value_in_order},
    {.values = Values::split, .path = Path::floor, .push_descriptor = false},
    {.values = Values::split, .count = Count::device},
    {.values = Values::split, .count = Count::lists},
};

// In scratch memory, by every kind of kernel.
constexpr Config kScratchConfigs[] = {
    {.values = Values::iota, .lent = true},
    {.values = Values::split, .coherent = true, .lent = true},
    {.order = Order::descending,
     .values = Values::split,
     .ties = Ties::value_in_order,
     .lent = true,
     .ascending_values = true,
     .value_bits = 8},
    {.count = Count::device, .lent = true, .first_bit = 3, .bit_count = 17},
    {.key_type = KeyType::u64, .lent = true},
    {.key_type = KeyType::u64, .values = Values::split, .ties = Ties::any, .lent = true},
    {.key_type = KeyType::u64,
     .order = Order::descending,
     .values = Values::split,
     .lent = true,
     .ascending_values = true},
    {.values = Values::iota, .lent = true, .by_ranks = true},
    {.values = Values::split, .count = Count::device, .lent = true, .by_ranks = true},
};

// Without the kernels of long ranges.
vksort::SorterInfo testedOfFew(Rig& rig, const Config& config, uint32_t max_count = 10'000) {
  vksort::SorterInfo info = tested(rig, config);
  info.max_count = max_count;
  return info;
}

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

// A fault in a kernel that another one does without.
struct BrokenKernel {
  const char* variant;
  const char* module;
  Config config;
  const char* path;                  // that is left
  std::vector<std::string> dropped;  // in this order
  bool scratch = false;              // whether memory is of use none the less
  uint32_t radix_from = 0;           // not 0: by Algorithm::automatic, and by radix from so many on
};

void expectThatItFallsBack(Rig& rig, const BrokenKernel& row) {
  INFO(row.variant << " in " << row.module << ": " << describe(row.config));
  vksort::SorterInfo info = testedOfFew(rig, row.config);
  vksort::Tuning tuning = info.tuning ? *info.tuning : rig.tuning(row.config);
  tuning.radix_from = row.radix_from;
  if (row.radix_from != 0) {
    info.algorithm = vksort::Algorithm::automatic;
    info.tuning = &tuning;
  }
  const Attempt made = create(info, planted(variantOf(row.variant, row.module)));
  CAPTURE(made.reason);
  REQUIRE(made.result == VK_SUCCESS);
  const PathReport report = made.sorter.pathReport();
  CHECK(report.path == std::string(row.path));
  CHECK(report.proven);
  REQUIRE(report.dropped_count == row.dropped.size());
  for (std::size_t i = 0; i < row.dropped.size(); ++i) {
    const vksort::DroppedPath& dropped = report.dropped[i];
    CHECK(dropped.path == row.dropped[i]);
    CHECK_FALSE(std::string(dropped.fault).empty());
    const bool looks_back = dropped.path != std::string("radix-portable");
    if (dropped.path != std::string("no subgroups")) CHECK(isProof(info, dropped, looks_back));
  }
  CHECK((made.sorter.scratchBytes(5000) > 0) == row.scratch);
  const bool portable = !row.dropped.empty() && row.dropped.front() == "radix" && row.scratch;
  CHECK(std::string(made.sorter.planPass(5000, 0, true).name).starts_with("radix_portable_") == portable);
  if (row.radix_from != 0) CHECK(made.sorter.scratchBytes(row.radix_from - 1) == 0);  // in place, as ever
  std::vector<Input> inputs;
  for (const uint32_t n : {2u, 30u, 1000u, 5000u}) inputs.push_back({n, Keys::random, Payload::index, nextSeed()});
  const Report sorted = checkSorts(rig, made.sorter, row.config, inputs);
  INFO(sorted.first);
  CHECK(sorted.ok());
}

void expectThatRanksLeaveRadix(Rig& rig) {
  constexpr uint32_t n = 70'000;
  vksort::SorterInfo info = testedOfFew(rig, {.lent = true}, n);
  info.algorithm = vksort::Algorithm::automatic;
  const Attempt made = create(info, planted(variantOf("missing_tiles", "rank_merge_keys")));
  REQUIRE(made.result == VK_SUCCESS);
  REQUIRE(made.sorter.pathReport().dropped_count == 1);
  CHECK(made.sorter.pathReport().dropped[0].path == std::string("rank"));
  CHECK(std::string(made.sorter.planPass(n, 0, true).name).starts_with("radix_"));
}

}  // namespace

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

TEST_CASE("the_self_test_proves_sorts_in_scratch_memory" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    for (const Config& config : kScratchConfigs) {
      INFO(describe(config));
      // Values that ascend are beyond 16 bits, which are sorted at least, in sorts of more than 2^16.
      const Attempt made = create(testedOfFew(rig, config,
                                              config.ascending_values ? 0
                                              : config.by_ranks       ? 40'000
                                                                      : 10'000));
      INFO(made.reason);
      REQUIRE(made.result == VK_SUCCESS);
      CHECK(made.sorter.pathReport().path == std::string("subgroups"));
      CHECK(made.sorter.pathReport().proven);
      CHECK(made.sorter.pathReport().dropped_count == 0);
      CHECK(made.sorter.scratchBytes(5000) > 0);
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

TEST_CASE("a_broken_kernel_costs_the_sorts_that_need_it" * doctest::test_suite("one width")) {
  const Config index{.values = Values::iota, .lent = true};
  const Config portable{.values = Values::iota, .lent = true, .portable = true};
  const Config ranks{.lent = true, .by_ranks = true};
  const Config hooked{.values = Values::iota, .hook = true, .lent = true};
  const Config wide{.key_type = KeyType::u64, .values = Values::split, .ties = Ties::any, .lent = true};
  const Config incremental{.coherent = true, .lent = true};
  const std::vector<BrokenKernel> rows = {
      {"missing_tiles", "rank_merge_keys", ranks, "subgroups", {"rank"}},
      {"deaf", "radix_pass_words", index, "subgroups", {"radix"}, true},
      {"deaf", "radix_pass_words", hooked, "subgroups", {"radix"}, true, 301},
      {"unstable", "radix_pass_words", index, "subgroups", {"radix", "radix-portable"}},
      {"unstable", "radix_pass_words", portable, "subgroups", {"radix-portable"}},
      {"unstable", "radix_pass_words", wide, "subgroups", {"radix", "radix-portable"}},
      {"never_disordered", "radix_count_word", incremental, "subgroups", {"radix", "radix-portable"}},
      {"unbounded_load", "subgroup_keys", {}, "no subgroups", {"subgroups"}},
      {"unbounded_load", "subgroup_keys", ranks, "no subgroups", {"subgroups"}, true},
      {"wrong_if_wide", "tile_keys", {}, "floor", {"subgroups", "no subgroups"}},
  };
  onEveryDevice([&](Rig& rig) {
    if (!rig.hasSubgroupPass()) return skip("no subgroups");
    for (const BrokenKernel& row : rows) expectThatItFallsBack(rig, row);
    if (settingOf(rig, index).hasWideSubgroups()) expectThatRanksLeaveRadix(rig);  // software takes them if asked alone
  });
}

// And where nobody tests itself, the oracle notices, the verifier on the device, and the guard words.
TEST_CASE("a_broken_kernel_that_every_path_needs_fails_creation" * doctest::test_suite("one width")) {
  struct Row {
    const char* variant;
    const char* module;
    Values values;
    std::string reason;
  };
  const std::string floor = "no path passed its self-test: the floor ";
  const Row kRows[] = {{"unbounded_store", "tile_keys", Values::none, floor + "wrote outside the range"},
                       {"unbounded_load", "tile_keys", Values::none, floor + "lost or altered elements"},
                       {"wrong_tie", "tile_pairs", Values::split, floor + "left elements out of order"}};
  onEveryDeviceUnvalidated([&](Rig& rig) {
    (void)rig.verifier();
    const ObjectCount before = objectCount();
    for (const auto& [variant, module, values, reason] : kRows) {
      INFO(std::string(variant));
      const Config config{.values = values, .path = Path::floor};
      const Faults faults = planted(variantOf(variant, module));
      const Attempt made = create(testedOfFew(rig, config, 1000), faults);
      CHECK(made.result == VK_ERROR_FEATURE_NOT_PRESENT);
      CHECK_FALSE(made.sorter);
      CHECK(made.reason == reason);
      const Attempt trusting = create(tested(rig, config, SelfTestMode::never), faults);
      const uint32_t tile = 1u << rig.tuning(config).tile_log2;
      std::vector<Input> inputs;
      for (const Keys keys : {Keys::random, Keys::last}) inputs.push_back({tile - 3, keys, Payload::index, nextSeed()});
      const Report broken = checkSorts(rig, trusting.sorter, config, inputs);
      CHECK_FALSE(broken.ok());
      CHECK(broken.disagreements == 0);
      if (variant == std::string("unbounded_store")) CHECK(broken.trespasses > 0);
    }
    const Attempt unjudged = create(tested(rig, {}), planted(variantOf("half_verified")));
    CHECK(unjudged.result == VK_ERROR_FEATURE_NOT_PRESENT);
    CHECK(unjudged.reason == "the self-test cannot judge: its verification is wrong on this device");
    CHECK(objectCount().live == before.live);
  });
}

// Of everything that a sort may write.
TEST_CASE("a_self_test_notices_a_word_written_before_or_behind_each_argument" * doctest::test_suite("one width")) {
  constexpr VkDeviceSize kSpacing = 256, kLead = 24;  // bytes: where each begins, see run.cpp
  onEveryDevice([](Rig& rig) {
    SharedPipelines pipelines(rig.device().handle());
    const Config config{
        .values = Values::split, .count = vksort::Count::device, .lent = true, .portable = true, .value_bits = 11};
    for (const uint32_t binding : {VKSORT_BINDING_KEYS, VKSORT_BINDING_VALUES, VKSORT_BINDING_COUNTS,
                                   VKSORT_BINDING_STATE, VKSORT_BINDING_SCRATCH}) {
      for (const bool before : {false, true}) {
        INFO((before ? "before" : "behind") << " binding " << binding);
        uint32_t waits = 0;
        Faults faults;
        faults.shared = &pipelines;
        faults.after_wait = [&](Log& log) {
          if (waits++ != 0) return;
          const auto boundAt = [](const Command& command, uint32_t at) {
            const auto found = std::ranges::find(command.bound, at, &Bound::binding);
            return found == command.bound.end() ? VkDescriptorBufferInfo{} : found->range;
          };
          for (const Command& command : log.commands) {
            const VkDescriptorBufferInfo argument = boundAt(command, binding);
            // Of a sort in place another argument is bound there.
            if (boundAt(command, VKSORT_BINDING_SCRATCH).offset == boundAt(command, VKSORT_BINDING_COUNTS).offset)
              continue;
            const VkDeviceSize first = argument.offset / kSpacing * kSpacing + kLead;
            log.mapped[before ? first / 4 - 1 : (argument.offset + argument.range) / 4] ^= 1;
            return;
          }
        };
        const HookScope hooks(faults);  // until the Sorter is destroyed, whose pipelines are shared
        const Attempt made = create(testedOfFew(rig, config), faults);
        REQUIRE(made.result == VK_SUCCESS);
        CHECK(waits == 2);
        const vksort::PathReport report = made.sorter.pathReport();
        REQUIRE(report.dropped_count == 1);
        CHECK(report.dropped[0].path == std::string("radix-portable"));
        CHECK(report.dropped[0].fault == std::string("wrote outside the range"));
      }
    }
  });
}

// All kernels, as vksort_self_test.h says: in several submissions, of which the last counts as much as the first.
TEST_CASE("a_self_test_has_little_memory_for_many_sorts" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    const vksort::SorterInfo info = tested(rig, {.values = Values::split, .lent = true, .value_bits = 20});
    SharedPipelines pipelines(rig.device().handle());
    Faults faults;
    faults.shared = &pipelines;
    std::size_t submissions = 0;
    {
      const HookScope hooks(faults);
      vksort::Sorter sorter;
      REQUIRE(vksort::Sorter::create(info, sorter) == VK_SUCCESS);
      REQUIRE(sorter.pathReport().dropped_count == 0);
      submissions = hooks.log.timeouts.size();
      CHECK(submissions > 1);
      REQUIRE(hooks.log.buffer_bytes.size() == 1);
      MESSAGE(submissions, " submissions of up to ", hooks.log.buffer_bytes[0], " bytes");
      CHECK(hooks.log.buffer_bytes[0] <= 28'000'000);
    }
    std::size_t waits = 0;
    faults.after_wait = [&](Log& log) {
      if (++waits != submissions) return;
      const auto verifies = [](const Command& each) {
        return std::ranges::find(each.bound, VKSORT_VERIFY_BINDING_RESULT, &Bound::binding) != each.bound.end();
      };
      const auto last = std::find_if(log.commands.rbegin(), log.commands.rend(), verifies);
      REQUIRE(last != log.commands.rend());
      const auto result = std::ranges::find(last->bound, VKSORT_VERIFY_BINDING_RESULT, &Bound::binding);
      log.mapped[(result->range.offset + result->range.range - sizeof(vksort::VerifyResult)) / 4] ^= 1;
    };
    const HookScope hooks(faults);
    vksort::Sorter sorter;
    REQUIRE(vksort::Sorter::create(info, sorter) == VK_SUCCESS);
    REQUIRE(sorter.pathReport().dropped_count >= 1);
    CHECK(std::string(sorter.pathReport().dropped[0].fault) == "left elements out of order");
  });
}

}  // namespace test
