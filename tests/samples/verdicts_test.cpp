// What the viewer makes of the verifier's results: each way of being wrong must fail the run.
#include "sort/verdicts.h"

#include <doctest/doctest.h>

using particles::Verdict;
using particles::Verdicts;

namespace {

constexpr std::uint32_t kCount = 100;

Verdict good() { return {{40, kCount, {1, 2}}, {0, kCount, {1, 2}}}; }

Verdicts after(const Verdict& verdict, bool sorted) {
  Verdicts verdicts;
  verdicts.add(good(), kCount, true);
  verdicts.add(verdict, kCount, sorted);
  return verdicts;
}

}  // namespace

TEST_CASE("sorted_and_complete_frames_are_good") {
  const Verdicts verdicts = after(good(), true);
  CHECK(verdicts.good());
  CHECK(verdicts.describe() == "verify: 2 frames, 0 out of order, 0 incomplete, 0 inversions in the last");
}

TEST_CASE("inversions_fail_the_frames_that_were_sorted") {
  Verdict verdict = good();
  verdict.drawn.inversions = 3;
  CHECK_FALSE(after(verdict, true).good());
  CHECK(after(verdict, false).good());
  CHECK(after(verdict, false).describe() == "verify: 2 frames, 1 out of order, 0 incomplete, 3 inversions in the last");
}

TEST_CASE("lost_altered_or_unseen_particles_fail_every_frame") {
  for (const bool sorted : {true, false}) {
    Verdict verdict = good();
    verdict.drawn.checksum[0] ^= 1;
    CHECK_FALSE(after(verdict, sorted).good());
    verdict = good();
    verdict.drawn.checksum[1] ^= 1u << 31;
    CHECK_FALSE(after(verdict, sorted).good());
    verdict = good();
    verdict.drawn.elements = 0;  // the verification did not run
    CHECK_FALSE(after(verdict, sorted).good());
    verdict = good();
    verdict.before = {};
    verdict.drawn = {};
    CHECK_FALSE(after(verdict, sorted).good());
    CHECK(after(verdict, sorted).describe() ==
          "verify: 2 frames, 0 out of order, 1 incomplete, 0 inversions in the last");
  }
}

TEST_CASE("frames_that_were_not_verified_do_not_count") {
  Verdicts verdicts;
  verdicts.add({}, kCount, true);
  CHECK(verdicts.frames() == 0);
  CHECK(verdicts.good());
}
