// The gate itself: the shipped shaders against the recorded table.
#include <doctest/doctest.h>

#include "check.h"
#include "gpu/error.h"
#include "measure.h"
#include "null_device.h"
#include "support/skip.h"

namespace {

void expectRecordedCost(gate::Gpus gpus) {
  gate::Table recorded = gate::readRecorded();
  const std::string driver = gate::NullDevice("navi21").driver();
  // Another version compiles otherwise, and knows some of the devices by other names.
  if (driver != recorded.driver) return test::skip("recorded with " + recorded.driver + ", this is " + driver);
  const gate::Table now = gate::measureShipped(gpus);
  recorded = recorded.ofGpusIn(now);
  MESSAGE("what a host pays:\n" << gate::summary(now));
  const gate::Verdict verdict = gate::check(recorded, now);
  for (const std::string& line : verdict.failures) FAIL_CHECK(line);
  for (const std::string& line : verdict.hints) MESSAGE("hint: " << line);
  if (!verdict.failures.empty() || !verdict.hints.empty()) MESSAGE("to record: " << std::string(gate::kRecordCommand));
  CHECK(!now.rows.empty());
}

}  // namespace

TEST_CASE("shipped_shaders_cost_what_was_recorded") { expectRecordedCost(gate::Gpus::ends); }

TEST_CASE("shipped_shaders_cost_what_was_recorded_on_every_gpu" * doctest::test_suite("full")) {
  expectRecordedCost(gate::Gpus::all);
}

TEST_CASE("without_radv_the_gate_fails_and_names_the_package") {
  for (const char* manifest : {"none", "*lvp*"}) {
    CHECK_THROWS_WITH_AS(gate::NullDevice("navi21", manifest),
                         doctest::Contains("the performance gate needs RADV, which is not installed"), gpu::Error);
  }
}
