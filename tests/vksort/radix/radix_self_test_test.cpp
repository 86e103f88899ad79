// The self-test of sorts with scratch memory: it proves them, and does without them where they are wrong.
#include <doctest/doctest.h>

#include <algorithm>

#include "sort/interface.h"
#include "sort/verify/interface.h"
#include "support/check/conform.h"
#include "support/check/self_test_check.h"
#include "support/radix/variants.h"

namespace test {
namespace {

using vksort::Values;

// Without the kernels of long ranges.
vksort::SorterInfo testedOfFew(Rig& rig, const Config& config) {
  vksort::SorterInfo info = tested(rig, config);
  info.max_count = 10'000;
  return info;
}

}  // namespace

TEST_CASE("a_radix_sort_passes_its_self_test" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    uint32_t tried = 0;
    for (const Config& config :
         {Config{.values = Values::iota, .lent = true}, Config{.values = Values::split, .coherent = true, .lent = true},
          Config{.order = vksort::Order::descending,
          .values = Values::split,
          .ties = vksort::Ties::value_in_order,
          .lent = true,
          .ascending_values = true,
          .value_bits = 8},
          Config{.count = vksort::Count::device, .lent = true, .first_bit = 3, .bit_count = 17},
          Config{.values = Values::split, .lent = true, .ascending_values = true},
          Config{.key_type = vksort::KeyType::u64, .lent = true},
          // Each of which has the kernels of one before.
          Config{.coherent = true, .lent = true}, Config{.values = Values::iota, .lent = true, .portable = true},
          Config{.values = Values::interleaved, .lent = true, .value_bits = 11}}) {
      if (++tried > 6 && !everythingWanted()) break;
      INFO(describe(config));
      // Values that ascend are beyond 16 bits, which are sorted at least, in sorts of more than 2^16.
      const bool of_all = config.value_bits == 8;
      const Attempt made = create(of_all ? tested(rig, config) : testedOfFew(rig, config));
      INFO(made.reason);
      REQUIRE(made.result == VK_SUCCESS);
      CHECK(made.sorter.pathReport().path == std::string("subgroups"));
      CHECK(made.sorter.pathReport().proven);
      CHECK(made.sorter.pathReport().dropped_count == 0);
      CHECK(made.sorter.scratchBytes(5000) > 0);
    }
  });
}

// What is repaired in lent memory is in place wherever else it is.
TEST_CASE("a_self_test_notices_repairs_in_lent_memory_that_are_left_out" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    // Wherever it is decided: of so few elements GPUs decide in the first pass alone, and portable sorts never do.
    Faults faults = planted(variantOf("last_seam"));
    faults.shaders.push_back(planted(variantOf("last_seam_at_first")).shaders.at(0));
    const Attempt made = create(testedOfFew(rig, {.coherent = true, .lent = true}), faults);
    REQUIRE(made.result == VK_SUCCESS);
    const vksort::PathReport report = made.sorter.pathReport();
    REQUIRE(report.dropped_count == 2);
    CHECK(report.dropped[0].path == std::string("radix"));
    CHECK(report.dropped[1].path == std::string("radix-portable"));
    CHECK(made.sorter.scratchBytes(5000) == 0);
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

TEST_CASE("a_self_test_notices_runs_of_equal_keys_that_are_out_of_order" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    const Config config{.values = Values::split, .lent = true};
    for (const char* fault : {"value_runs_left", "value_runs_short_alone", "value_runs_in_piece_alone"}) {
      INFO(fault);
      const Attempt made = create(testedOfFew(rig, config), planted(variantOf(fault)));
      REQUIRE(made.result == VK_SUCCESS);
      const vksort::PathReport report = made.sorter.pathReport();
      REQUIRE(report.dropped_count == 1);
      CHECK(report.dropped[0].path == std::string("radix"));
      CHECK(std::string(made.sorter.planPass(5000, 0, true).name).starts_with("radix_portable_"));
    }
  });
}

TEST_CASE("a_radix_sort_that_fails_its_self_test_leaves_the_path_in_place" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    const Config config{.values = Values::iota, .lent = true};
    for (const char* fault : {"unstable", "values_stay", "counts_missing"}) {
      INFO(fault);
      const Attempt made = create(testedOfFew(rig, config), planted(variantOf(fault)));
      REQUIRE(made.result == VK_SUCCESS);
      const vksort::PathReport report = made.sorter.pathReport();
      CHECK(report.path == std::string("subgroups"));
      CHECK(report.proven);
      REQUIRE(report.dropped_count == 2);
      CHECK(report.dropped[0].path == std::string("radix"));
      CHECK(report.dropped[1].path == std::string("radix-portable"));
      for (const bool looks_back : {true, false}) {
        const vksort::DroppedPath& dropped = report.dropped[looks_back ? 0 : 1];
        CHECK(std::string(dropped.kernel).starts_with("radix_"));
        CHECK(isProof(testedOfFew(rig, config), dropped, looks_back));
      }
      CHECK(made.sorter.scratchBytes(5000) == 0);
      CHECK(made.sorter.plan(5000, true).dispatches == made.sorter.plan(5000).dispatches);
      if (!everythingWanted()) break;
    }
  });
}

// What looks back alone is at fault.
TEST_CASE("a_radix_sort_that_fails_its_self_test_looks_back_no_more" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    for (const vksort::Algorithm asked : {vksort::Algorithm::radix, vksort::Algorithm::automatic}) {
      const bool automatic = asked == vksort::Algorithm::automatic;
      CAPTURE(automatic);
      const Config config{.values = Values::iota, .hook = automatic, .lent = true};
      vksort::SorterInfo info = automatic ? testedOfFew(rig, config) : tested(rig, config);
      info.algorithm = asked;
      vksort::Tuning tuning = rig.tuning(config);
      tuning.radix_from = 301;
      info.tuning = &tuning;
      const Attempt made = create(info, planted(variantOf("deaf")));
      REQUIRE(made.result == VK_SUCCESS);
      const vksort::PathReport report = made.sorter.pathReport();
      CHECK(report.path == std::string("subgroups"));
      CHECK(report.proven);
      REQUIRE(report.dropped_count == 1);
      CHECK(report.dropped[0].path == std::string("radix"));
      CHECK((made.sorter.scratchBytes(300) == 0) == automatic);  // few are sorted in place, as ever
      CHECK(std::string(made.sorter.planPass(5000, 0, true).name).starts_with("radix_portable_"));
      if (!automatic) expectThatItSorts(rig, made, config);
    }
  });
}

TEST_CASE("a_portable_radix_sort_that_fails_its_self_test_leaves_the_path_in_place" *
          doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    const Attempt made = create(testedOfFew(rig, {.values = Values::iota, .lent = true, .portable = true}),
                                planted(variantOf("unstable")));
    REQUIRE(made.result == VK_SUCCESS);
    const vksort::PathReport report = made.sorter.pathReport();
    REQUIRE(report.dropped_count == 1);
    CHECK(report.dropped[0].path == std::string("radix-portable"));
    CHECK(report.path == std::string("subgroups"));
    CHECK(made.sorter.scratchBytes(5000) == 0);
  });
}

}  // namespace test
