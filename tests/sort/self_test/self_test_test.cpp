// The self-test accepts levels whose kernels sort on the device, and rejects and reports others.
#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <vector>

#include "sort/interface.h"
#include "support/check/conform.h"
#include "support/skip.h"
#include "support/variants/variants.h"

namespace test {
namespace {

using vksort::SelfTestMode;

// Only two with validation.
constexpr Config kSelfTestedConfigs[] = {
    {},
    {.payload = kU32, .ties = kByValue},
    {.key_type = kU64, .payload = kInterleaved, .ties = kAnyTies},
    {.payload = kU32, .ties = kByValue, .baseline = true, .push_descriptor = false},
};

// Together, these use every kernel of sorts in scratch memory.
constexpr Config kScratchConfigs[] = {
    {.scratch = true},
    {.payload = kU32, .scratch = true},
    {.payload = kU32, .scratch = true, .baseline = true},
    {.payload = kInterleaved, .ties = kByValue, .scratch = true},
    {.key_type = kU64, .payload = kInterleaved, .scratch = true},
    {.payload = kIndex, .scratch = true, .portable = true},
    {.payload = kU32, .ties = kByValue, .scratch = true, .rank = true},
    {.payload = kIndex, .discard_keys = true, .scratch = true},
    {.payload = kU32, .ties = kByValue, .discard_keys = true, .scratch = true},
    {.key_type = kU64, .payload = kU32, .discard_keys = true, .scratch = true},
    {.payload = kIndex, .ties = kAnyTies, .discard_keys = true, .scratch = true, .rank = true},
};

bool sumsTables(const vksort::Sorter& sorter, const vksort::PlanInfo& info) {
  const std::vector<vksort::PassPlan> passes = planned(info, sorter);
  return std::ranges::any_of(passes, [](const auto& pass) { return pass.name == std::string("radix_sum"); });
}

void expectSelfTested(Rig& rig, const Config& config) {
  INFO(describe(config));
  const ObjectCount before = objectCount();
  {
    const Attempt plain = create(tested(rig, config, SelfTestMode::never).get());
    const int64_t alone = objectCount().live - before.live;
    const auto begin = std::chrono::steady_clock::now();
    const Attempt made = create(tested(rig, config).get());
    const std::chrono::duration<double, std::milli> spent = std::chrono::steady_clock::now() - begin;
    MESSAGE("created and self-tested in " << spent.count() << " ms");
    INFO(made.reason);
    REQUIRE(made.result == VK_SUCCESS);
    CHECK(objectCount().live - before.live == 2 * alone);
    const vksort::Report report = vksort::getReport(made.sorter);
    const bool subgroups = !config.baseline && rig.hasFullSubgroups();
    const std::string level = config.baseline ? "baseline" : subgroups ? "subgroups" : "no subgroups";
    CHECK(report.level == level);
    CHECK(report.self_tested);
    CHECK(report.rejected_count == 0);
    const vksort::Report untested = vksort::getReport(plain.sorter);
    CHECK(untested.level == std::string(report.level));
    CHECK_FALSE(untested.self_tested);
    expectThatItSorts(rig, made, config);
  }
  CHECK(objectCount().live == before.live);
  CHECK(objectCount().bogus_destructions == before.bogus_destructions);
}

struct BrokenKernel {
  const char* variant;
  const char* module;
  Config config;
  const char* level;  // the remaining level
  std::vector<std::string> rejected;
  bool scratch = false;  // scratch memory is still used
};

void expectRejected(const BrokenKernel& row, const vksort::SorterInfo& info, const vksort::Report& report) {
  CHECK(std::string(report.level) == row.level);
  CHECK(report.self_tested);
  REQUIRE(report.rejected_count == row.rejected.size());
  for (std::size_t i = 0; i < row.rejected.size(); ++i) {
    const vksort::Rejected& rejected = report.rejected[i];
    CHECK(std::string(rejected.level) == row.rejected[i]);
    CHECK_FALSE(std::string(rejected.fault).empty());
    CHECK(rejected.count > 0);
    const bool looks_back = rejected.level != std::string("radix-portable");
    if (rejected.level != std::string("no subgroups")) CHECK(isTrial(info, rejected, looks_back));
  }
}

void expectThatItFallsBack(Rig& rig, const BrokenKernel& row) {
  INFO(std::string(row.variant) << " in " << std::string(row.module) << ": " << describe(row.config));
  const SorterSetup setup = testedUpTo(rig, row.config);
  const Attempt made = create(setup, planted(variantOf(row.variant, row.module)));
  CAPTURE(made.reason);
  REQUIRE(made.result == VK_SUCCESS);
  expectRejected(row, setup.get(), vksort::getReport(made.sorter));
  CHECK((made.sorter.scratchBytes(5000) > 0) == row.scratch);
  const bool portable = !row.rejected.empty() && row.rejected.front() == "radix" && row.scratch;
  CHECK(sumsTables(made.sorter, {.count = 5000, .scratch = row.config.scratch}) == portable);
  std::vector<Input> inputs;
  for (const uint32_t n : {2u, 30u, 1000u, 5000u}) inputs.push_back({n, Keys::random, Payload::index, nextSeed()});
  const auto sorted = checkSorts(rig, made.sorter, row.config, inputs);
  INFO(sorted.first);
  CHECK(sorted.ok());
}

}  // namespace

TEST_CASE("the_self_test_passes_on_every_level_without_leaks" * doctest::test_suite("one width")) {
  constexpr std::size_t kValidated = 2;
  onEveryDevice([](Rig& rig) {
    for (std::size_t i = 0; i < kValidated; ++i) expectSelfTested(rig, kSelfTestedConfigs[i]);
    CHECK(vksort::getReport({}).level == nullptr);
  });
  onEveryDeviceUnvalidated([](Rig& rig) {
    for (std::size_t i = kValidated; i < std::size(kSelfTestedConfigs); ++i)
      expectSelfTested(rig, kSelfTestedConfigs[i]);
  });
}

TEST_CASE("the_self_test_passes_in_scratch_memory" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    for (const Config& config : kScratchConfigs) {
      INFO(describe(config));
      const Attempt made = create(testedUpTo(rig, config, config.rank ? 40'000 : 10'000).get());
      INFO(made.reason);
      REQUIRE(made.result == VK_SUCCESS);
      const vksort::Report report = vksort::getReport(made.sorter);
      CHECK(std::string(report.level) == (config.baseline ? "baseline" : "subgroups"));
      CHECK(report.self_tested);
      CHECK(report.rejected_count == 0);
      CHECK(made.sorter.scratchBytes(5000) > 0);
    }
  });
}

TEST_CASE("the_self_test_runs_if_requested" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    const auto dispatches = [&rig](SelfTestMode mode, bool with_queue) {
      SorterSetup setup = tested(rig, {}, mode);
      if (!with_queue) setup.creation.self_test.queue = VK_NULL_HANDLE;
      MockVulkan mock;
      vksort::Sorter sorter;
      REQUIRE(vksort::Sorter::create(setup.get(), sorter) == VK_SUCCESS);
      CHECK(vksort::getReport(sorter).self_tested == !mock.log.commands.empty());
      return mock.log.commands.size();
    };
    CHECK(dispatches(SelfTestMode::always, true) > 0);
    CHECK(dispatches(SelfTestMode::automatic, false) == 0);
    CHECK(dispatches(SelfTestMode::never, true) == 0);
#ifdef NDEBUG
    CHECK(dispatches(SelfTestMode::automatic, true) == 0);
#else
    CHECK(dispatches(SelfTestMode::automatic, true) > 0);
#endif
  });
}

TEST_CASE("a_broken_kernel_disables_the_sorts_that_need_it" * doctest::test_suite("one width")) {
  const Config index{.payload = kIndex, .scratch = true};
  const Config discarding{.payload = kIndex, .discard_keys = true, .scratch = true};
  const Config portable{.payload = kIndex, .scratch = true, .portable = true};
  const Config ranks{.scratch = true, .rank = true};
  const Config wide{.key_type = kU64, .payload = kU32, .ties = kAnyTies, .scratch = true};
  const std::vector<BrokenKernel> rows = {
      {"missing_tiles", "rank_merge_keys", ranks, "subgroups", {"rank"}},
      {"deaf", "radix_pass_words", index, "subgroups", {"radix"}, true},
      {"few_index_bits", "radix_pass_words", discarding, "subgroups", {"radix"}, true},
      {"unstable", "radix_pass_words", portable, "subgroups", {"radix-portable"}},
      {"unstable", "radix_pass_words", wide, "subgroups", {"radix", "radix-portable"}},
      {"unbounded_in_subgroups", "tile_keys", ranks, "no subgroups", {"subgroups"}, true},
      {"wrong_if_wide", "tile_keys", {}, "baseline", {"subgroups", "no subgroups"}},
  };
  onEveryDeviceUnvalidated([&](Rig& rig) {
    if (!rig.hasFullSubgroups()) return skip("no subgroups");
    for (const BrokenKernel& row : rows) expectThatItFallsBack(rig, row);
  });
}

// Without a self-test, the oracle and its guard words detect the faults.
TEST_CASE("a_broken_kernel_that_every_level_needs_fails_creation" * doctest::test_suite("one width")) {
  struct Row {
    const char* variant;
    const char* module;
    vksort::Payload payload;
    std::string reason;
  };
  const std::string baseline = "no kernels passed the self-test; the baseline ";
  const Row kRows[] = {{"unbounded_store", "compact_keys", vksort::Payload::none, baseline + "wrote outside the range"},
                       {"unbounded_load", "compact_keys", vksort::Payload::none, baseline + "lost or altered elements"},
                       {"wrong_tie", "compact_pairs", vksort::Payload::u32, baseline + "left elements out of order"}};
  onEveryDeviceUnvalidated([&](Rig& rig) {
    const ObjectCount before = objectCount();
    for (const auto& [variant, module, payload, reason] : kRows) {
      INFO(std::string(variant));
      const Config config{.payload = payload, .ties = kByValue, .baseline = true};
      const Faults faults = planted(variantOf(variant, module));
      const Attempt made = create(testedUpTo(rig, config, 1000).get(), faults);
      CHECK(made.result == VK_ERROR_FEATURE_NOT_PRESENT);
      CHECK_FALSE(made.sorter);
      CHECK(made.reason == reason);
      const Attempt trusting = create(tested(rig, config, SelfTestMode::never).get(), faults);
      const uint32_t tile = 1u << rig.tuning(config).tile_log2;
      std::vector<Input> inputs;
      for (const Keys keys : {Keys::random, Keys::last}) inputs.push_back({tile - 3, keys, Payload::index, nextSeed()});
      CHECK(checkSorts(rig, trusting.sorter, config, inputs).wrong > 0);
    }
    CHECK(objectCount().live == before.live);
  });
}

namespace {

// Positions of arguments in bytes; see self_test/run.cpp.
constexpr VkDeviceSize kSpacing = 256, kLead = 24;

VkDescriptorBufferInfo boundAt(const Command& command, uint32_t binding) {
  const auto found = std::ranges::find(command.bound, binding, &Bound::binding);
  return found == command.bound.end() ? VkDescriptorBufferInfo{} : found->range;
}

// Sorts bind a word of the keys at unused bindings.
bool hasArgument(const Command& command, uint32_t binding) {
  const VkDescriptorBufferInfo keys = boundAt(command, VKSORT_BINDING_KEYS), range = boundAt(command, binding);
  const bool is_in_keys = range.offset >= keys.offset && range.offset < keys.offset + keys.range;
  return range.range != 0 && (binding == VKSORT_BINDING_KEYS || !is_in_keys);
}

bool bindsKeys(const Command& command) {
  return std::ranges::count(command.bound, VKSORT_BINDING_KEYS, &Bound::binding) != 0;
}

uint32_t* firstKeyOf(const Log& log, const Command& command) {
  const VkDeviceSize first = boundAt(command, VKSORT_BINDING_KEYS).offset / kSpacing * kSpacing + kLead;
  return log.mapped + first / 4;
}

// Changes the word next to the argument of the first sort with arguments at `all` bindings.
void touchBeside(Log& log, std::initializer_list<uint32_t> all, uint32_t binding, bool before) {
  for (const Command& command : log.commands) {
    if (!std::ranges::all_of(all, [&](uint32_t each) { return hasArgument(command, each); })) continue;
    const VkDescriptorBufferInfo argument = boundAt(command, binding);
    const VkDeviceSize first = argument.offset / kSpacing * kSpacing + kLead;
    log.mapped[before ? first / 4 - 1 : (argument.offset + argument.range) / 4] ^= 1;
    return;
  }
  FAIL("no sort has the argument");
}

void expectNoticed(Rig& rig, SharedPipelines& pipelines, std::initializer_list<uint32_t> all, uint32_t binding,
                   const char* level) {
  for (const bool before : {false, true}) {
    INFO((before ? "before" : "behind") << " binding " << binding);
    const Config config{.payload = kU32, .ties = kAnyTies, .scratch = true, .portable = true};
    uint32_t waits = 0;
    Faults faults;
    faults.shared = &pipelines;
    faults.after_wait = [&](Log& log) {
      if (waits++ == 0) touchBeside(log, all, binding, before);
    };
    const MockVulkan mock(faults);  // outlives the Sorter, whose pipelines are shared
    const Attempt made = create(testedUpTo(rig, config).get(), faults);
    REQUIRE(made.result == VK_SUCCESS);
    CHECK(waits > 1);
    const vksort::Report report = vksort::getReport(made.sorter);
    REQUIRE(report.rejected_count == 1);
    CHECK(std::string(report.rejected[0].level) == level);
    CHECK(std::string(report.rejected[0].fault) == "wrote outside the range");
  }
}

}  // namespace

TEST_CASE("a_self_test_detects_writes_next_to_each_argument" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    if (!rig.hasFullSubgroups()) return skip("no subgroups");
    // Remaining levels have different pipelines.
    SharedPipelines without_radix(rig.device().handle()), without_subgroups(rig.device().handle());
    const auto all_of_radix = {uint32_t{VKSORT_BINDING_PAYLOAD}, uint32_t{VKSORT_BINDING_SCRATCH}};
    for (const uint32_t binding : {VKSORT_BINDING_KEYS, VKSORT_BINDING_PAYLOAD, VKSORT_BINDING_SCRATCH})
      expectNoticed(rig, without_radix, all_of_radix, binding, "radix-portable");
    const auto all_in_place = {uint32_t{VKSORT_BINDING_COUNT}, uint32_t{VKSORT_BINDING_DISPATCH_WORDS}};
    for (const uint32_t binding : {VKSORT_BINDING_KEYS, VKSORT_BINDING_COUNT, VKSORT_BINDING_DISPATCH_WORDS})
      expectNoticed(rig, without_subgroups, all_in_place, binding, "subgroups");
  });
}

TEST_CASE("a_self_test_detects_swapped_and_altered_elements" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    for (const bool swaps : {true, false}) {
      CAPTURE(swaps);
      Faults faults;
      bool waited = false;
      faults.after_wait = [&](Log& log) {
        if (std::exchange(waited, true)) return;
        const auto first = std::ranges::find_if(log.commands, bindsKeys);
        REQUIRE(first != log.commands.end());
        uint32_t* const keys = firstKeyOf(log, *first);
        REQUIRE(keys[0] != keys[1]);
        swaps ? std::swap(keys[0], keys[1]) : void(keys[1] = keys[0]);
      };
      SorterSetup setup = tested(rig, {.baseline = true});
      setup.info.max_count = 100;
      const Attempt made = create(setup.get(), faults);
      CHECK(made.result == VK_ERROR_FEATURE_NOT_PRESENT);
      const std::string fault = swaps ? "left elements out of order" : "lost or altered elements";
      CHECK_MESSAGE(made.reason.find(fault) != std::string::npos, made.reason);
    }
  });
}

// Needs several submissions. The header documents the number of bytes.
TEST_CASE("a_self_test_needs_little_memory_for_many_sorts" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    const SorterSetup setup = tested(rig, {.key_type = kU64, .payload = kInterleaved, .scratch = true});
    SharedPipelines pipelines(rig.device().handle());
    Faults faults;
    faults.shared = &pipelines;
    std::size_t submissions = 0;
    {
      const MockVulkan mock(faults);
      vksort::Sorter sorter;
      REQUIRE(vksort::Sorter::create(setup.get(), sorter) == VK_SUCCESS);
      REQUIRE(vksort::getReport(sorter).rejected_count == 0);
      submissions = mock.log.timeouts.size();
      // At width 4, all sorts fit into one submission.
      CHECK(submissions > (rig.device().properties().subgroup.subgroupSize > 4 ? 1 : 0));
      REQUIRE(mock.log.buffer_bytes.size() == 1);
      MESSAGE(submissions, " submissions of up to ", mock.log.buffer_bytes[0], " bytes");
      CHECK(mock.log.buffer_bytes[0] <= 26'000'000);
    }
    std::size_t waits = 0;
    faults.after_wait = [&](Log& log) {
      if (++waits != submissions) return;
      const auto last = std::find_if(log.commands.rbegin(), log.commands.rend(), bindsKeys);
      REQUIRE(last != log.commands.rend());
      firstKeyOf(log, *last)[0] ^= 1;
    };
    const MockVulkan mock(faults);
    vksort::Sorter sorter;
    REQUIRE(vksort::Sorter::create(setup.get(), sorter) == VK_SUCCESS);
    const vksort::Report report = vksort::getReport(sorter);
    REQUIRE(report.rejected_count >= 1);
    CHECK(std::string(report.rejected[0].fault).find("elements") != std::string::npos);
  });
}

}  // namespace test
