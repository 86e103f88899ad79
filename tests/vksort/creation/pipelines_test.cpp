// Sorters for no more than so many elements, or whose recordings always lend memory: they have the pipelines that those
// take and no other, and refuse the rest.
#include <doctest/doctest.h>

#include <set>

#include "algorithm.h"
#include "support/check/list_check.h"
#include "support/check/recorded_modes.h"
#include "support/check/self_test_check.h"
#include "support/device/subgroups.h"
#include "support/variants/variants.h"
#include "vksort/radix/setting.h"

namespace test {
namespace {

using vksort::Algorithm;
using vksort::Count;
using vksort::SortStatus;
using vksort::Values;

constexpr uint32_t kMost = 300'000;  // by ranks, in place, and by radix with 4 and with 8 passes

struct MadeSorter {
  vksort::Sorter sorter;
  std::set<uint64_t> pipelines;
};

// Without objects of the driver.
MadeSorter makeUnder(Faults faults, const vksort::SorterInfo& info) {
  faults.fake_objects = true;
  const HookScope hooks(faults);
  MadeSorter made;
  REQUIRE(vksort::Sorter::create(info, made.sorter) == VK_SUCCESS);
  for (const Created& each : hooks.log.created)
    if (each.kind == 'p') made.pipelines.insert(each.handle);
  return made;
}

MadeSorter makeUpTo(Rig& rig, const Config& config, uint32_t max_count) {
  vksort::SorterInfo info = rig.sorterInfo(config);
  info.max_count = max_count;
  return makeUnder({}, info);
}

// As on a GPU.
MadeSorter makeWide(Rig& rig, const Config& config, uint32_t max_count, bool always_lends, uint32_t radix_from = 0) {
  const Faults faults = withSubgroups(32, false);
  const HookScope hooks(faults);
  vksort::SorterInfo info = rig.sorterInfo(config);
  vksort::Tuning tuning = rig.tuning(config);
  tuning.radix_from = radix_from;
  info.tuning = &tuning;
  info.algorithm = Algorithm::automatic;
  info.max_count = max_count;
  info.always_lends = always_lends;
  return makeUnder(faults, info);
}

// A call of the mode for n elements, in lists for that many in the largest.
vksort::SortInfo callFor(Rig& rig, const Config& config, uint32_t n, bool lends = true) {
  vksort::SortInfo info = modeInfo(rig, config);
  (config.count == Count::lists ? info.lists.largest : info.count) = n;
  if (n > kRecordedCount) {
    const uint32_t words = wideKeys(config) ? 2 * kMost : kMost;
    info.keys = {rig.arena(0, words).device.handle(), 0, VkDeviceSize{words} * 4};
    if (splitValues(config)) info.values = {rig.arena(1, kMost).device.handle(), 0, VkDeviceSize{kMost} * 4};
    info.scratch = {rig.arena(4, 8 * kMost).device.handle(), 0, VkDeviceSize{kMost} * 32};
  }
  if (!lends) info.scratch = {};
  return info;
}

// Records nowhere, and adds the pipelines that it binds.
SortStatus recordBinding(const vksort::Sorter& sorter, vksort::SortInfo info, std::set<uint64_t>& bound) {
  Faults faults;
  faults.only_logs = true;
  const HookScope hooks(faults);
  if (sorter.descriptorSetLayout() != VK_NULL_HANDLE) info.descriptor_set = (VkDescriptorSet)uint64_t{1};
  const SortStatus status = sorter.record(reinterpret_cast<VkCommandBuffer>(uint64_t{1}), info);
  for (const Command& command : hooks.log.commands)
    if (command.kind == Command::Kind::bind_pipeline) bound.insert((uint64_t)command.pipeline);
  return status;
}

// All where kernels change, and some between.
std::set<uint32_t> countsUpTo(uint32_t max_count) {
  std::set<uint32_t> all = {max_count};
  for (uint32_t n = 1; n < max_count; n = n < 300 ? n + 1 : n * 17 / 16) all.insert(n);
  for (uint64_t power = 64; power <= max_count; power *= 2)
    for (const uint64_t n : {power - 1, power, power + 1}) all.insert(static_cast<uint32_t>(n));
  for (const uint32_t n : {1499u, 1500u, 99'999u, 100'000u, max_count - 1}) all.insert(n);
  all.erase(all.upper_bound(max_count), all.end());
  all.erase(0);
  return all;
}

constexpr Config kLentConfigs[] = {
    {.values = Values::none, .lent = true},
    {.values = Values::none, .lent = true, .bit_count = 16},
    {.values = Values::iota, .lent = true},
    {.values = Values::split, .lent = true},
    {.values = Values::split, .ties = vksort::Ties::any, .count = Count::device, .lent = true},
    {.values = Values::split, .ties = vksort::Ties::any, .coherent = true, .lent = true},
    {.key_type = vksort::KeyType::u64, .values = Values::split, .ties = vksort::Ties::any, .lent = true},
};

vksort::ProofList proofsFor(const vksort::SorterInfo& info) {
  const vksort::DeviceFacts facts = factsOf(info);
  return vksort::proofsOf(vksort::algorithmsFor(info, facts.limits, facts.record_limits));
}

void expectProven(const Attempt& made) {
  CHECK_MESSAGE(made.result == VK_SUCCESS, made.reason);
  const vksort::PathReport report = made.sorter.pathReport();
  CHECK(report.proven);
  CHECK(report.dropped_count == 0);
  CHECK(report.unproven_kernel == nullptr);
}

}  // namespace

TEST_CASE("makes_the_pipelines_that_up_to_max_count_elements_take_and_no_other" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    std::size_t fewest = 1000, most = 0;
    const auto expectTaken = [&](const MadeSorter& made, const Config& config, uint32_t max_count, bool always_lends) {
      INFO(describe(config) << ", up to " << max_count);
      std::set<uint64_t> bound;
      for (const uint32_t n : countsUpTo(max_count)) {
        CHECK(recordBinding(made.sorter, callFor(rig, config, n), bound) == SortStatus::ok);
        if (!always_lends) CHECK(recordBinding(made.sorter, callFor(rig, config, n, false), bound) == SortStatus::ok);
      }
      CHECK(bound == made.pipelines);
      fewest = std::min(fewest, made.pipelines.size());
      most = std::max(most, made.pipelines.size());
    };
    for (const Config& config : everyMode())
      for (const uint32_t max_count : {1u, 2u, 33u, 64u, 300u, 5000u, kRecordedCount})
        expectTaken(makeUpTo(rig, config, max_count), config, max_count, false);
    CHECK(fewest == 0);
    CHECK(most > 8);
    // Of each way to sort in lent memory those of the sizes that it takes. So that what is sorted in place ends with
    // the last sort before ranks, between these and radix, or nowhere else.
    for (const Config& config : kLentConfigs) {
      for (const uint32_t max_count : {3000u, kRecordedCount})
        expectTaken(makeWide(rig, config, max_count, false), config, max_count, false);
      for (const uint32_t max_count : {2u, 1024u, 1025u, 4096u, 65536u, 65537u})
        expectTaken(makeWide(rig, config, max_count, true), config, max_count, true);
      for (const uint32_t radix_from : {0u, 1500u, 100'000u}) {
        const MadeSorter made = makeWide(rig, config, kMost, true, radix_from);
        CHECK(made.sorter.configuration().always_lends);
        expectTaken(made, config, kMost, true);
        CHECK(made.pipelines.size() <= makeWide(rig, config, kMost, false, radix_from).pipelines.size());
      }
    }
    const Config& iota = kLentConfigs[2];
    CHECK(makeWide(rig, iota, kMost, true).pipelines.size() < makeWide(rig, iota, kMost, false).pipelines.size());
  });
}

TEST_CASE("plans_and_lends_nothing_above_max_count" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    for (const Config& config : everyMode()) {
      for (const uint32_t max_count : {2u, 300u, 5000u}) {
        INFO(describe(config) << ", up to " << max_count);
        const vksort::Sorter sorter = makeUpTo(rig, config, max_count).sorter;
        CHECK(sorter.configuration().max_count == max_count);
        vksort::SorterInfo info = rig.sorterInfo(config);
        info.max_count = max_count;
        const bool lists = config.count == Count::lists;
        const auto dispatches = [&](uint32_t n) {
          const uint32_t made = lists ? sorter.planLists(7, n).dispatches : sorter.plan(n).dispatches;
          const vksort::Plan planned = lists ? vksort::planLists(info, {}, 7, n) : vksort::plan(info, {}, n);
          CHECK((planned.dispatches > 0) == (made > 0));
          return made;
        };
        CHECK(dispatches(max_count) > 0);
        CHECK((sorter.scratchBytes(max_count) > 0) == config.lent);
        for (const uint32_t more : {max_count + 1, 2 * max_count, 1u << 20, ~0u}) {
          CHECK(dispatches(more) == 0);
          CHECK(std::string(sorter.planPass(more, 0, true).name).empty());
          CHECK(sorter.scratchBytes(more) == 0);
        }
      }
    }
  });
}

#ifdef NDEBUG  // builds with assertions stop
TEST_CASE("reports_more_elements_than_max_count" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    for (const Config& config : everyMode()) {
      INFO(describe(config));
      const vksort::Sorter sorter = makeUpTo(rig, config, 300).sorter;
      std::set<uint64_t> bound;
      CHECK(recordBinding(sorter, callFor(rig, config, 300), bound) == SortStatus::ok);
      CHECK_FALSE(bound.empty());
      bound.clear();
      CHECK(recordBinding(sorter, callFor(rig, config, 301), bound) == SortStatus::above_max_count);
      CHECK(recordBinding(sorter, callFor(rig, config, 0), bound) ==
            (config.count == Count::lists ? SortStatus::above_max_count : SortStatus::ok));  // as large as the range
      CHECK(bound.empty());
    }
  });
}

TEST_CASE("refuses_recordings_that_lend_nothing_where_they_always_do" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    for (const Config& config : kLentConfigs) {
      INFO(describe(config));
      const MadeSorter made = makeWide(rig, config, kMost, true), any = makeWide(rig, config, kMost, false);
      std::set<uint64_t> bound, others;
      uint32_t refused = 0;
      for (const uint32_t n : countsUpTo(kMost)) {
        CAPTURE(n);
        const bool needed = made.sorter.scratchBytes(n) != 0;
        CHECK(recordBinding(made.sorter, callFor(rig, config, n, false), bound) ==
              (needed ? SortStatus::null_scratch_buffer : SortStatus::ok));
        CHECK(recordBinding(any.sorter, callFor(rig, config, n, false), others) == SortStatus::ok);
        if (needed) CHECK(made.sorter.plan(n).dispatches == 0);
        if (needed) CHECK(std::string(made.sorter.planPass(n, 0).name).empty());
        refused += needed ? 1 : 0;
      }
      CHECK(refused > 10);
      for (const uint64_t each : bound) CHECK(made.pipelines.contains(each));
    }
  });
}
#endif

TEST_CASE("self_tests_and_sorts_what_up_to_max_count_elements_take" * doctest::test_suite("one width")) {
  struct Row {
    Config config;
    uint32_t max_count;
    bool always_lends;
  };
  onEveryDeviceUnvalidated([](Rig& rig) {
    for (const auto& [config, max_count, always_lends] :
         {Row{{.values = Values::split}, 1, false}, Row{{.values = Values::split}, 100, false},
          Row{{.values = Values::iota, .count = Count::device}, 700, false}, Row{{.lent = true}, 3000, false},
          Row{{.values = Values::split, .count = Count::lists}, 3, false},
          Row{{.values = Values::split, .count = Count::lists}, 3000, false},
          Row{{.values = Values::split, .coherent = true}, 3000, false},
          Row{{.values = Values::iota, .lent = true, .by_ranks = true}, 5000, true}, Row{{.lent = true}, 5000, true},
          Row{{.values = Values::split, .count = Count::device, .lent = true, .by_ranks = true}, 5000, true}}) {
      INFO(describe(config) << ", up to " << max_count);
      vksort::SorterInfo info = tested(rig, config);
      info.max_count = max_count;
      info.always_lends = always_lends;
      const Attempt made = create(info);
      expectProven(made);
      if (config.count == Count::lists) continue;
      const std::vector<Input> inputs = inputsOf({1u, max_count / 3 + 1, max_count});
      expectSorts(rig, made.sorter, config, inputs);
    }
  });
}

// What is made and cannot be tried is told.
TEST_CASE("tells_kernels_that_the_self_test_of_always_lent_sorts_leaves_out" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    vksort::SorterInfo info = tested(rig, {.count = Count::device, .lent = true, .portable = true});
    info.always_lends = true;
    info.max_count = 10'000;
    const char* const unproven = proofsFor(info).unproven;
    CHECK((unproven != nullptr) == (factsOf(info).limits.subgroup_size < 32));  // so many are tried with those of GPUs
    const Attempt made = create(info);
    REQUIRE(made.result == VK_SUCCESS);
    const vksort::PathReport report = made.sorter.pathReport();
    CHECK(report.proven);
    CHECK(report.dropped_count == 0);
    REQUIRE((report.unproven_kernel == nullptr) == (unproven == nullptr));
    if (unproven != nullptr) CHECK(report.unproven_kernel == std::string(unproven));
  });
}

// Sorts of equal keys by any values are in place between those by ranks and those by radix, and are tried there.
TEST_CASE("tries_what_always_lent_sorts_leave_in_place" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    const HookScope hooks(withSubgroups(32, false));
    for (const bool by_radix : {false, true}) {
      vksort::SorterInfo info = rig.sorterInfo({.values = Values::split, .coherent = by_radix, .lent = true});
      info.algorithm = by_radix ? Algorithm::radix : Algorithm::automatic;
      info.always_lends = true;
      info.max_count = 1u << 20;
      const vksort::ProofList proofs = proofsFor(info);
      CHECK(proofs.unproven == nullptr);
      bool between = false;
      for (uint32_t i = 0; i < proofs.count; ++i)
        between = between || (!proofs.proofs[i].scratch && proofs.proofs[i].count > 1u << 16);
      CHECK(between == !by_radix);
    }
  });
}

// What a dropped sort leaves to those in place has its kernels.
TEST_CASE("sorts_in_place_where_ranks_are_dropped_and_memory_is_always_lent" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    const Config config{.lent = true, .by_ranks = true};
    vksort::SorterInfo info = tested(rig, config);
    info.max_count = 10'000;
    info.always_lends = true;
    const Attempt made = create(info, planted(variantOf("missing_tiles")));
    REQUIRE(made.result == VK_SUCCESS);
    CHECK(made.sorter.pathReport().proven);
    CHECK(made.sorter.pathReport().dropped_count == 1);
    CHECK(made.sorter.scratchBytes(5000) == 0);
    expectSorts(rig, made.sorter, config, inputsOf({5000}));
  });
}

}  // namespace test
