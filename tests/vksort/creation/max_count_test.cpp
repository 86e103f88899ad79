// Sorters for no more than so many elements: they have the pipelines that those take and no other, and refuse more.
#include <doctest/doctest.h>

#include <set>

#include "support/check/list_inputs.h"
#include "support/check/recorded_modes.h"
#include "support/check/self_test_check.h"
#include "support/device/subgroups.h"
#include "vksort/creation/made_sorter.h"

namespace test {
namespace {

using vksort::Count;
using vksort::SortStatus;
using vksort::Values;

// Without objects of the driver.
MadeSorter makeUpTo(Rig& rig, const Config& config, uint32_t most, Faults faults = {}, bool automatic = false) {
  faults.fake_objects = true;
  const HookScope hooks(faults);
  vksort::SorterInfo info = rig.sorterInfo(config);
  if (automatic) info.algorithm = vksort::Algorithm::automatic;
  info.max_count = most;
  return madeUnder(hooks, info);
}

// A call of the mode for n elements, in lists for that many in the largest.
vksort::SortInfo callFor(Rig& rig, const Config& config, uint32_t n) {
  vksort::SortInfo info = modeInfo(rig, config);
  (config.count == Count::lists ? info.lists.largest : info.count) = n;
  return info;
}

// The pipelines that sorts of up to so many elements bind, in lent memory and without.
std::set<uint64_t> boundUpTo(Rig& rig, const MadeSorter& made, const Config& config, uint32_t max_count) {
  std::set<uint64_t> bound;
  for (uint32_t n = 1; n <= max_count; n = n < 300 ? n + 1 : n == max_count ? n + 1 : std::min(n * 9 / 8, max_count)) {
    vksort::SortInfo info = callFor(rig, config, n);
    CHECK(recordBinding(made.sorter, info, bound) == SortStatus::ok);
    info.scratch = {};
    CHECK(recordBinding(made.sorter, info, bound) == SortStatus::ok);
  }
  return bound;
}

}  // namespace

TEST_CASE("makes_the_pipelines_that_up_to_max_count_elements_take_and_no_other" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    std::size_t fewest = 1000, most = 0;
    for (const Config& config : everyMode()) {
      for (const uint32_t max_count : {1u, 2u, 33u, 64u, 300u, 5000u, kRecordedCount}) {
        INFO(describe(config) << ", up to " << max_count);
        const MadeSorter made = makeUpTo(rig, config, max_count);
        CHECK(made.sorter.configuration().max_count == max_count);
        CHECK(boundUpTo(rig, made, config, max_count) == made.pipelines);
        fewest = std::min(fewest, made.pipelines.size());
        most = std::max(most, made.pipelines.size());
      }
    }
    CHECK(fewest == 0);
    CHECK(most > 8);
  });
}

// Of each way to sort in lent memory those of the sizes that it takes.
TEST_CASE("makes_no_kernels_of_sorts_that_another_algorithm_takes" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    for (const Config& config :
         {Config{.lent = true}, Config{.values = Values::iota, .lent = true},
          Config{.values = Values::split, .lent = true},
          Config{.values = Values::split, .ties = vksort::Ties::any, .coherent = true, .lent = true}}) {
      for (const uint32_t max_count : {3000u, kRecordedCount}) {
        INFO(describe(config) << ", up to " << max_count);
        const MadeSorter made = makeUpTo(rig, config, max_count, withSubgroups(32, false), true);
        CHECK(boundUpTo(rig, made, config, max_count) == made.pipelines);
      }
    }
  });
}

// Of sorts by ranks, which end between powers of two where radix takes half of its passes, where a tuning says so, and
// where samples have less room; those above are too many for the ranges here.
TEST_CASE("makes_the_kernels_of_sorts_by_ranks_of_any_size" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    const auto recordsAll = [&](const Config& config, const Faults& faults, uint32_t radix_from) {
      Faults without = faults;
      without.fake_objects = true;
      const HookScope hooks(without);
      vksort::SorterInfo info = rig.sorterInfo(config);
      vksort::Tuning tuning = rig.tuning(config);
      tuning.radix_from = radix_from;
      info.algorithm = vksort::Algorithm::automatic;
      info.tuning = &tuning;
      const MadeSorter made = madeUnder(hooks, info);
      bool by_ranks = false;
      for (uint32_t n = 2000; n < 70'000; n += n / 16) {
        if (!std::string(made.sorter.planPass(n, 0, true).name).starts_with("apart")) continue;
        by_ranks = true;
        vksort::SortInfo call = modeInfo(rig, config);
        call.count = n;
        call.keys = {rig.arena(0, 70'000).device.handle(), 0, 70'000 * 4};
        if (config.values != Values::none) call.values = {rig.arena(1, 70'000).device.handle(), 0, 70'000 * 4};
        std::set<uint64_t> bound;
        REQUIRE(recordBinding(made.sorter, call, bound) == SortStatus::ok);
        INFO(describe(config) << ", n " << n << ", radix from " << radix_from);
        CHECK_FALSE(bound.contains(0));
      }
      CHECK(by_ranks);
    };
    const Faults wide = withSubgroups(32, false);
    Faults small = wide;
    small.edit_properties = [others = wide.edit_properties](auto& out) {
      others(out);
      out.properties.limits.maxComputeSharedMemorySize = 24576;
    };
    recordsAll({.lent = true, .bit_count = 16}, wide, 0);
    recordsAll({.lent = true}, small, 0);
    for (const uint32_t from : {5000u, 40'000u}) recordsAll({.lent = true}, wide, from);
    for (const uint32_t from : {3000u, 40'000u}) recordsAll({.values = Values::iota, .lent = true}, wide, from);
  });
}

TEST_CASE("plans_and_lends_nothing_above_max_count" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    for (const Config& config : everyMode()) {
      for (const uint32_t max_count : {2u, 300u, 5000u}) {
        INFO(describe(config) << ", up to " << max_count);
        const vksort::Sorter sorter = makeUpTo(rig, config, max_count).sorter;
        vksort::SorterInfo info = rig.sorterInfo(config);
        info.max_count = max_count;
        const auto dispatches = [&](uint32_t n) {
          if (config.count == Count::lists) {
            CHECK(vksort::planLists(info, {}, 7, n).dispatches == sorter.planLists(7, n).dispatches);
            return sorter.planLists(7, n).dispatches;
          }
          CHECK((vksort::plan(info, {}, n).dispatches > 0) == (sorter.plan(n).dispatches > 0));
          return sorter.plan(n).dispatches;
        };
        const bool lends = config.lent;
        CHECK(dispatches(max_count) > 0);
        CHECK((sorter.scratchBytes(max_count) > 0) == lends);
        for (const uint32_t more : {max_count + 1, 2 * max_count, 1u << 20, ~0u}) {
          CHECK(dispatches(more) == 0);
          CHECK(std::string(sorter.planPass(more, 0, true).name).empty());
          CHECK(sorter.scratchBytes(more) == 0);
        }
        vksort::SorterInfo any = info;
        any.max_count = 0;
        if (config.count != Count::lists) CHECK(vksort::plan(any, {}, max_count + 1).dispatches > 0);
      }
    }
  });
}

#ifdef NDEBUG  // builds with assertions stop
TEST_CASE("reports_more_elements_than_max_count" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
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
    CHECK(std::string(vksort::describe(SortStatus::above_max_count)).find("SorterInfo::max_count") !=
          std::string::npos);
  });
}
#endif

TEST_CASE("sorts_up_to_max_count_elements" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    for (const Config& config : {Config{}, Config{.values = Values::iota, .count = Count::device},
                                 Config{.values = Values::split, .coherent = true}, Config{.lent = true}}) {
      for (const uint32_t max_count : {20u, 700u}) {
        INFO(describe(config) << ", up to " << max_count);
        vksort::SorterInfo info = rig.sorterInfo(config);
        info.max_count = max_count;
        vksort::Sorter sorter;
        REQUIRE(vksort::Sorter::create(info, sorter) == VK_SUCCESS);
        std::vector<Input> inputs;
        for (const uint32_t n : {2u, 3u, max_count / 3, max_count - 1, max_count})
          inputs.push_back({n, Keys::random, Payload::index, nextSeed()});
        const Report report = checkSorts(rig, sorter, config, inputs);
        INFO(report.first);
        CHECK(report.ok());
      }
    }
  });
}

TEST_CASE("self_tests_what_up_to_max_count_elements_take" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    for (const Config& config :
         {Config{.values = Values::split}, Config{.lent = true}, listed({.values = Values::split}),
          Config{.values = Values::split, .coherent = true}}) {
      for (const uint32_t max_count : {1u, 3u, 100u, 3000u}) {
        INFO(describe(config) << ", up to " << max_count);
        vksort::SorterInfo info = tested(rig, config);
        info.max_count = max_count;
        const Attempt made = create(info);
        CHECK_MESSAGE(made.result == VK_SUCCESS, made.reason);
        CHECK(made.sorter.pathReport().proven);
        CHECK(made.sorter.pathReport().dropped_count == 0);
        CHECK(made.sorter.pathReport().unproven_kernel == nullptr);
      }
    }
  });
}

}  // namespace test
