// Sorts by ranks touch nothing outside their arguments, whose neighbouring pages are fenced off; and where they fail on
// a device, other ways remain.
#include <doctest/doctest.h>

#include "support/check/self_test_check.h"
#include "support/radix/variants.h"
#include "support/skip.h"
#include "vksort/radix/setting.h"
#if defined(__unix__)
#include "support/check/fenced_sorts.h"
#endif

namespace test {
namespace {

using vksort::Count;
using vksort::KeyType;
using vksort::Ties;
using vksort::Values;

}  // namespace

#if defined(__unix__)
TEST_CASE("never_touches_anything_outside_the_arguments_of_a_sort_by_ranks" * doctest::test_suite("one width")) {
  for (const Config& config :
       {Config{.lent = true, .by_ranks = true},
        Config{
            .key_type = KeyType::f32, .values = Values::iota, .push_descriptor = false, .lent = true, .by_ranks = true},
        Config{.values = Values::split, .count = Count::device, .lent = true, .by_ranks = true},
        Config{.values = Values::interleaved, .ties = Ties::any, .lent = true, .by_ranks = true}}) {
    SUBCASE(describe(config).c_str()) {
      onEveryDeviceUnvalidated([&](Rig& rig) {
        if (!canFence(rig)) return skip("the device does not use pages of the host");
        const vksort::Sorter sorter = fencedSorter(rig, config);
        for (const uint32_t n : {1027u, 5003u}) {
          // Equal keys are looked up by their values.
          const Keys keys = config.values == Values::split ? Keys::equal : Keys::random;
          for (const Side side : kSides) {
            CAPTURE(n);
            CHECK(sorter.scratchBytes(n) > 0);
            CHECK(outsideOf(rig, sorter, config, {.n = n, .keys = keys}, side).where == "");
            if (config.count == Count::device)
              CHECK(outsideOf(rig, sorter, config, {.n = n, .keys = keys, .found = n / 2 + 1}, side).where == "");
          }
        }
      });
    }
  }
}

TEST_CASE("notices_reads_outside_the_arguments_of_a_sort_by_ranks" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    if (!canFence(rig)) return skip("the device does not use pages of the host");
    uint32_t tried = 0;
    for (const Variant& variant : radixVariants()) {
      if (variant.verdict != Verdict::reads || !isOfRanks(variant)) continue;
      const Config config{.values = isByValue(variant) ? Values::split : Values::none, .lent = true, .by_ranks = true};
      const vksort::Sorter sorter = fencedSorter(rig, config, planted(variant));
      INFO(describe(variant));
      CHECK(outsideOf(rig, sorter, config, {.n = 5003, .keys = Keys::equal}, Side::behind, false).pages > 0);
      ++tried;
    }
    CHECK(tried == 2);
  });
}
#endif

TEST_CASE("a_sort_by_ranks_passes_its_self_test" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    for (const Config& config :
         {Config{.values = Values::iota, .lent = true, .by_ranks = true},
          Config{.values = Values::split, .count = Count::device, .lent = true, .by_ranks = true}}) {
      vksort::SorterInfo info = tested(rig, config);
      info.max_count = config.count == Count::host ? 40'000 : 5000;  // both shapes, or fewer kernels
      const Attempt made = create(info);
      INFO(made.reason);
      REQUIRE(made.result == VK_SUCCESS);
      CHECK(made.sorter.pathReport().proven);
      CHECK(made.sorter.pathReport().dropped_count == 0);
      CHECK(made.sorter.scratchBytes(5000) > 0);
    }
  });
}

// With subgroups and without: in place all kernels are others, and so are those of radix.
TEST_CASE("a_sort_by_ranks_that_fails_its_self_test_leaves_the_path_in_place" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    for (const auto& [fault, subgroups] : {std::pair{"rank_made_up", true}, {"rank_other_sample", false}}) {
      INFO(fault);
      // With a hook the same without it is tested in its place.
      const Config config{.full_subgroups = subgroups, .hook = !subgroups, .lent = true, .by_ranks = true};
      vksort::SorterInfo info = tested(rig, config);
      info.max_count = 10'000;
      const Attempt made = create(info, planted(variantOf(fault)));
      REQUIRE(made.result == VK_SUCCESS);
      const vksort::PathReport report = made.sorter.pathReport();
      CHECK(report.path == std::string(subgroups ? "subgroups" : "no subgroups"));
      CHECK(report.proven);
      REQUIRE(report.dropped_count == 1);
      CHECK(report.dropped[0].path == std::string("rank"));
      CHECK(report.dropped[0].kernel == std::string("rank_merge_0"));
      CHECK(isProof(info, report.dropped[0]));
      CHECK(made.sorter.scratchBytes(5000) == 0);
      CHECK(made.sorter.plan(5000, true).dispatches == made.sorter.plan(5000).dispatches);
      // Where they are taken without being asked for, radix stays.
      if (!settingOf(rig, {.lent = true}).hasWideSubgroups()) continue;
      info.max_count = 70'000;
      info.algorithm = vksort::Algorithm::automatic;
      const Attempt taken = create(info, planted(variantOf(fault)));
      REQUIRE(taken.result == VK_SUCCESS);
      CHECK(taken.sorter.pathReport().dropped_count == (subgroups ? 1 : 0));
      const bool by_radix = std::string(taken.sorter.planPass(70'000, 0, true).name).starts_with("radix");
      CHECK(by_radix == subgroups);
    }
  });
}

}  // namespace test
