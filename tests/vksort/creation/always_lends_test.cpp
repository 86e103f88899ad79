// Sorters whose recordings always lend memory: they have the pipelines that those take and no other, and refuse the
// rest.
#include <doctest/doctest.h>

#include <set>

#include "algorithm.h"
#include "support/check/recorded_modes.h"
#include "support/check/self_test_check.h"
#include "support/device/subgroups.h"
#include "support/radix/variants.h"
#include "vksort/creation/made_sorter.h"
#include "vksort/radix/setting.h"

namespace test {
namespace {

using vksort::Algorithm;
using vksort::Count;
using vksort::SortStatus;
using vksort::Values;

constexpr uint32_t kMost = 150'000;  // where values that order equal keys are sorted by ranks, in place, and by radix

// Without objects of the driver, on a device that nothing runs on.
MadeSorter makeToLend(Rig& rig, const Config& config, bool always_lends, uint32_t radix_from = 0,
                      uint32_t max_count = kMost) {
  Faults faults = withSubgroups(32, false);
  faults.fake_objects = true;
  const HookScope hooks(faults);
  vksort::SorterInfo info = rig.sorterInfo(config);
  vksort::Tuning tuning = rig.tuning(config);
  tuning.radix_from = radix_from;
  info.tuning = &tuning;
  info.algorithm = Algorithm::automatic;
  info.max_count = max_count;
  info.always_lends = always_lends;
  return madeUnder(hooks, info);
}

// Adds the pipelines that a recording binds.
SortStatus recordLent(Rig& rig, const MadeSorter& made, const Config& config, uint32_t n, bool lends,
                      std::set<uint64_t>& bound) {
  constexpr VkDeviceSize kBytes = VkDeviceSize{kMost} * 4;
  vksort::SortInfo info = modeInfo(rig, config);
  info.count = n;
  info.keys = {rig.arena(0, kMost).device.handle(), 0, kBytes};
  if (config.values != Values::none) info.values = {rig.arena(1, kMost).device.handle(), 0, kBytes};
  info.scratch = {};
  if (lends) info.scratch = {rig.arena(4, 8 * kMost).device.handle(), 0, 8 * kBytes};
  return recordBinding(made.sorter, info, bound);
}

// All where kernels change, and some between.
std::set<uint32_t> counts(uint32_t max_count) {
  std::set<uint32_t> all;
  for (uint32_t n = 1; n < max_count; n = n < 70 ? n + 1 : n * 17 / 16) all.insert(n);
  for (uint32_t power = 64; power < max_count; power *= 2) all.insert({power - 1, power, power + 1});
  for (const uint32_t n : {1499u, 1500u, 99'999u, 100'000u, max_count - 1, max_count})
    if (n <= max_count) all.insert(n);
  return all;
}

constexpr Config kAlwaysLentConfigs[] = {
    {.values = Values::none, .lent = true},
    {.values = Values::iota, .lent = true},
    {.values = Values::split, .lent = true},
    {.values = Values::split, .ties = vksort::Ties::any, .count = Count::device, .lent = true},
    {.values = Values::split, .ties = vksort::Ties::any, .coherent = true, .lent = true},
};

}  // namespace

TEST_CASE("makes_the_pipelines_that_always_lent_sorts_take_and_no_other" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    for (const Config& config : kAlwaysLentConfigs) {
      // So that what is sorted in place ends with the last sort before ranks, between these and radix, or nowhere else.
      for (const uint32_t radix_from : {0u, 1500u, 100'000u}) {
        INFO(describe(config) << ", radix from " << radix_from);
        const MadeSorter made = makeToLend(rig, config, true, radix_from);
        CHECK(made.sorter.configuration().always_lends);
        std::set<uint64_t> bound;
        for (const uint32_t n : counts(kMost)) {
          REQUIRE(recordLent(rig, made, config, n, true, bound) == SortStatus::ok);
          CHECK((made.sorter.plan(n, true).dispatches > 0) == (n > 1 || config.values == Values::iota));
        }
        CHECK(bound == made.pipelines);
        const MadeSorter any = makeToLend(rig, config, false, radix_from);
        CHECK_FALSE(any.sorter.configuration().always_lends);
        const bool by_value = config.values == Values::split && config.ties == vksort::Ties::value;
        const bool some_in_place = radix_from == 100'000 || by_value;
        CHECK(made.pipelines.size() + (some_in_place ? 0 : 1) <= any.pipelines.size());
      }
    }
    for (const Config& config : kAlwaysLentConfigs) {
      for (const uint32_t max_count : {2u, 1024u, 1025u, 4096u, 65536u, 65537u}) {
        INFO(describe(config) << ", up to " << max_count);
        const MadeSorter made = makeToLend(rig, config, true, 0, max_count);
        std::set<uint64_t> bound;
        for (const uint32_t n : counts(max_count))
          REQUIRE(recordLent(rig, made, config, n, true, bound) == SortStatus::ok);
        CHECK(bound == made.pipelines);
      }
    }
    // Pairs are by ranks sooner, so that no kernel of 2^11 is made, where all above are; keys are not.
    const MadeSorter lent = makeToLend(rig, kAlwaysLentConfigs[1], true, 0, 65536),
                     any = makeToLend(rig, kAlwaysLentConfigs[1], false, 0, 65536);
    CHECK(makeToLend(rig, kAlwaysLentConfigs[1], true).sorter.scratchBytes(2048) == 0);
    CHECK(lent.sorter.scratchBytes(1024) == 0);
    CHECK(lent.sorter.scratchBytes(1025) > 0);
    CHECK(any.sorter.scratchBytes(2048) == 0);
    CHECK(any.sorter.scratchBytes(2049) > 0);
    CHECK(makeToLend(rig, kAlwaysLentConfigs[0], true).sorter.scratchBytes(4096) == 0);
  });
}

#ifdef NDEBUG  // builds with assertions stop
TEST_CASE("refuses_recordings_that_lend_nothing_where_they_always_do" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    for (const Config& config : kAlwaysLentConfigs) {
      INFO(describe(config));
      const MadeSorter made = makeToLend(rig, config, true), any = makeToLend(rig, config, false);
      std::set<uint64_t> bound, others;
      uint32_t refused = 0;
      for (const uint32_t n : counts(kMost)) {
        CAPTURE(n);
        const bool needed = made.sorter.scratchBytes(n) != 0;
        CHECK(recordLent(rig, made, config, n, false, bound) ==
              (needed ? SortStatus::null_scratch_buffer : SortStatus::ok));
        CHECK(recordLent(rig, any, config, n, false, others) == SortStatus::ok);
        if (needed) CHECK(made.sorter.plan(n).dispatches == 0);
        if (needed) CHECK(std::string(made.sorter.planPass(n, 0).name).empty());
        refused += needed ? 1 : 0;
      }
      CHECK(refused > 10);
      for (const uint64_t each : bound) CHECK(made.pipelines.contains(each));
    }
    CHECK(std::string(vksort::describe(SortStatus::null_scratch_buffer)).find("SorterInfo::always_lends") !=
          std::string::npos);
  });
}
#endif

TEST_CASE("self_tests_what_always_lent_sorts_take" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    for (const Config& config :
         {Config{.values = Values::iota, .lent = true, .by_ranks = true}, Config{.lent = true},
          Config{.values = Values::split, .count = Count::device, .lent = true, .by_ranks = true}}) {
      INFO(describe(config));
      vksort::SorterInfo info = tested(rig, config);
      info.max_count = 5000;
      info.always_lends = true;
      const Attempt made = create(info);
      CHECK_MESSAGE(made.result == VK_SUCCESS, made.reason);
      CHECK(made.sorter.pathReport().proven);
      CHECK(made.sorter.pathReport().dropped_count == 0);
      CHECK(made.sorter.pathReport().unproven_kernel == nullptr);
      const Input input{4999, Keys::random, Payload::index, nextSeed()};
      const Report report = checkSorts(rig, made.sorter, config, {&input, 1});
      CHECK(report.ok());
    }
    // What is in place between ranks and radix, where both are taken without being asked for.
    const Config by_value{.values = Values::split, .lent = true};
    if (!settingOf(rig, by_value).hasWideSubgroups()) return;
    vksort::SorterInfo info = tested(rig, by_value);
    info.algorithm = Algorithm::automatic;
    info.always_lends = true;
    info.max_count = 1u << 20;
    const Attempt made = create(info);
    CHECK_MESSAGE(made.result == VK_SUCCESS, made.reason);
    CHECK(made.sorter.pathReport().proven);
    CHECK(made.sorter.pathReport().dropped_count == 0);
    CHECK(made.sorter.pathReport().unproven_kernel == nullptr);
  });
}

// Sorts of equal keys by any values are in place between those by ranks and those by radix, and are tried there.
TEST_CASE("tries_what_always_lent_sorts_leave_in_place" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    const HookScope hooks(withSubgroups(32, false));
    for (const uint32_t radix_from : {0u, 3000u}) {
      const Config config{.values = Values::split, .coherent = radix_from != 0, .lent = true};
      vksort::SorterInfo info = rig.sorterInfo(config);
      info.algorithm = radix_from != 0 ? Algorithm::radix : Algorithm::automatic;
      info.always_lends = true;
      info.max_count = 1u << 20;
      const vksort::DeviceFacts facts = factsOf(info);
      const vksort::Algorithms algorithms = vksort::algorithmsFor(info, facts.limits, facts.record_limits);
      const vksort::ProofList proofs = vksort::proofsOf(algorithms);
      CHECK(proofs.unproven == nullptr);
      bool between = false;
      for (uint32_t i = 0; i < proofs.count; ++i)
        between = between || (!proofs.proofs[i].scratch && proofs.proofs[i].count > 1u << 16);
      CHECK(between == (radix_from == 0));
    }
  });
  // In lent memory, without which nothing would be recorded. Subgroups of another size sort nothing.
  onEveryDeviceUnvalidated([](Rig& rig) {
    Faults faults = withSubgroups(32, false);
    faults.fake_objects = false;
    faults.makes_lazily = faults.only_logs = true;
    faults.returns = {{"vkQueueSubmit", VK_ERROR_DEVICE_LOST}};
    vksort::SorterInfo info = tested(rig, {.values = Values::split, .lent = true});
    info.tuning = nullptr;  // of other subgroups
    info.algorithm = Algorithm::automatic;
    info.always_lends = true;
    info.max_count = 1u << 20;
    const Attempt made = create(info, faults);
    CHECK_MESSAGE(made.result == VK_ERROR_DEVICE_LOST, made.reason);
  });
}

// What a dropped sort leaves to those in place has its kernels.
TEST_CASE("sorts_in_place_where_ranks_are_dropped_and_memory_is_always_lent" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    const Config config{.lent = true, .by_ranks = true};
    vksort::SorterInfo info = tested(rig, config);
    info.max_count = 10'000;
    info.always_lends = true;
    const Attempt made = create(info, planted(variantOf("rank_made_up")));
    REQUIRE(made.result == VK_SUCCESS);
    CHECK(made.sorter.pathReport().proven);
    CHECK(made.sorter.pathReport().dropped_count == 1);
    CHECK(made.sorter.scratchBytes(5000) == 0);
    const Input input{5000, Keys::random, Payload::index, nextSeed()};
    const Report report = checkSorts(rig, made.sorter, config, {&input, 1});
    INFO(report.first);
    CHECK(report.ok());
  });
}

TEST_CASE("tells_kernels_that_the_self_test_of_always_lent_sorts_leaves_out" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    Faults faults = withSubgroups(32, false);
    faults.fake_objects = true;
    for (const Count count : {Count::host, Count::device}) {
      const HookScope hooks(faults);
      vksort::SorterInfo info = rig.sorterInfo({.count = count, .lent = true});
      info.algorithm = Algorithm::radix;
      info.always_lends = true;
      info.max_count = 1u << 22;
      const vksort::DeviceFacts facts = factsOf(info);
      const vksort::Algorithms algorithms = vksort::algorithmsFor(info, facts.limits, facts.record_limits);
      const vksort::ProofList proofs = vksort::proofsOf(algorithms);
      // What sorts few elements in place where there is room for many; else a radix sort of more than are tried.
      REQUIRE(proofs.unproven != nullptr);
      CHECK(std::string(proofs.unproven).starts_with("radix") == (count == Count::host));
      for (uint32_t i = 0; i < proofs.count; ++i) {
        const vksort::Proof& proof = proofs.proofs[i];
        CHECK((proof.scratch || !vksort::takesScratch(algorithms, proof.count)));
      }
    }
  });
  // As a Sorter tells that was tried.
  onEveryDevice([](Rig& rig) {
    vksort::SorterInfo info = tested(rig, {.count = Count::device, .lent = true, .portable = true});
    info.always_lends = true;
    info.max_count = 10'000;
    const vksort::DeviceFacts facts = factsOf(info);
    const char* const unproven =
        vksort::proofsOf(vksort::algorithmsFor(info, facts.limits, facts.record_limits)).unproven;
    CHECK((unproven != nullptr) == (facts.limits.subgroup_size < 32));  // so many are tried with those of GPUs
    const Attempt made = create(info);
    REQUIRE(made.result == VK_SUCCESS);
    const vksort::PathReport report = made.sorter.pathReport();
    CHECK(report.proven);
    CHECK(report.dropped_count == 0);
    REQUIRE((report.unproven_kernel == nullptr) == (unproven == nullptr));
    if (unproven != nullptr) CHECK(report.unproven_kernel == std::string(unproven));
  });
}

}  // namespace test
