// Checks that sorting in many frames does not increase memory use.
#include <doctest/doctest.h>

#include <string>

#include "soak.h"

TEST_CASE("hundreds_of_frames_leave_no_growth_or_messages" * doctest::test_suite("one width")) {
  for (const bool validates : {true, false}) {
    const test::SoakResult result =
        test::soak({.frames = 240, .validates = validates, .replaces_every = 20, .verifies_every = 10});
    for (const std::string& fault : result.faults) FAIL_CHECK(fault);
    CHECK(result.frames == 240);
    CHECK(result.verified == 24);
    CHECK(result.created > 12);
    CHECK(result.messages == 0);
    CHECK(result.start.resident != 0);
  }
}
