// The checks that all conformance cases rest on: they see each word that changes around an argument, each call of a key
// generator for an element that does not exist, and each barrier that a verification lacks.
#include <doctest/doctest.h>

#include "support/check/batch.h"
#include "support/check/segment_check.h"
#include "support/check/verify_check.h"
#include "support/devices.h"

namespace test {
namespace {

uint32_t& wordOf(Rig& rig, uint32_t arena, uint32_t word) { return rig.arena(arena, 0).host.as<uint32_t>()[word]; }

// Guards come first in each arena. Among the words that a key generator reads, the second one counts such calls.
constexpr uint32_t kSpoiled = 1;

}  // namespace

TEST_CASE("the_check_of_sorts_sees_a_word_changed_outside_the_ranges_of_each_argument" *
          doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    const Config config{.payload = kU32, .ties = kByValue, .scratch = true, .rank = true};
    const Config generated{.payload = kIndex, .generator = true};
    for (const Config& each : {config, generated}) {
      const Input input{5000, Keys::random, Payload::index, nextSeed()};
      Batch batch(rig, each, {});
      REQUIRE(batch.add(input));
      Report report;
      batch.run(rig.sorter(each), report);
      batch.check(report);
      CHECK(report.trespasses == 0);
      for (const uint32_t arena : {0u, 1u, each.generator ? KeySources::kArena : Batch::kScratch}) {
        CAPTURE(arena);
        const uint32_t before = wordOf(rig, arena, kSpoiled);
        wordOf(rig, arena, kSpoiled) = before + 1;
        Report spoiled;
        batch.check(spoiled);
        CHECK(spoiled.trespasses == 1);
        wordOf(rig, arena, kSpoiled) = before;
      }
    }
  });
}

TEST_CASE("the_check_of_segments_sees_a_word_changed_outside_the_segments_of_each_argument" *
          doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    const Config config{.mode = Mode::segments, .payload = kU32, .ties = kByValue};
    const Config generated{.mode = Mode::segments, .payload = kIndex, .generator = true};
    for (const Config& each : {config, generated}) {
      const SegmentSort sort = placedSegments({100, 3, 40}, nextSeed());
      CHECK(checkSegments(rig, rig.sorter(each), each, sort).ok());
      for (const uint32_t arena : {0u, 1u, 2u, KeySources::kArena}) {
        if (arena == KeySources::kArena && !each.generator) continue;
        CAPTURE(arena);
        const Report spoiled =
            checkSegments(rig, rig.sorter(each), each, sort, [&] { ++wordOf(rig, arena, kSpoiled); });
        CHECK(spoiled.trespasses == 1);
      }
    }
  });
}

TEST_CASE("the_check_of_verifications_sees_a_barrier_that_is_missing" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    const Config config{};
    const Elements elements = generate(config, {100, Keys::random, Payload::random, nextSeed()});
    const Verification each{&config, &elements};
    CHECK(verifyOnDevice(rig, rig.verifier(), {&each, 1}).missing_barriers == 0);
    Faults faults;
    faults.drops_barrier = 0;
    CHECK(verifyOnDevice(rig, rig.verifier(), {&each, 1}, faults).missing_barriers == 1);
    if (validationWanted()) takeValidationMessages();  // some layers see it, too
  });
}

}  // namespace test
