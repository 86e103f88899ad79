// tests/run counts what test programs say, and must not take anything else for success.
#include <doctest/doctest.h>

#include "child.h"
#include "paths.h"

namespace test {
namespace {

struct Verdict {
  int exit_code;
  std::string last_line;
};

Verdict count(const std::vector<std::string>& fakes) {
  const std::string root = kSourceDir;
  std::vector<std::string> command = {"env", std::string("VKSORT_TEST_LOGS=") + kScratchDir + "/logs",
                                      "VKSORT_TEST_SECONDS=2", root + "/tests/run"};
  for (const std::string& fake : fakes) command.push_back(root + "/tests/embed/fakes/" + fake);
  const ChildResult result = run(command);
  const std::vector<std::string> lines = splitLines(result.output);
  return {result.exit_code, lines.empty() ? std::string() : lines.back()};
}

void expect(const std::vector<std::string>& fakes, int exit_code, const std::string& last_line) {
  const Verdict verdict = count(fakes);
  CHECK(verdict.exit_code == exit_code);
  CHECK(verdict.last_line == last_line);
}

}  // namespace

TEST_CASE("the_runner_adds_up_passed_cases") { expect({"passing", "passing"}, 0, "4 passed, 0 failed"); }

TEST_CASE("the_runner_fails_with_a_failed_case_among_passed_ones") {
  expect({"passing", "failing", "passing"}, 1, "6 passed, 1 failed");
}

TEST_CASE("the_runner_takes_a_crash_for_a_failure_whatever_was_printed") {
  expect({"crashing"}, 1, "4 passed, 1 failed");
}

TEST_CASE("the_runner_takes_an_exit_status_for_a_failure_whatever_was_printed") {
  expect({"refusing"}, 1, "1 passed, 1 failed");
}

TEST_CASE("the_runner_takes_silence_for_a_failure") { expect({"silent"}, 1, "0 passed, 1 failed"); }

TEST_CASE("the_runner_takes_no_test_for_a_failure") { expect({"empty"}, 1, "0 passed, 1 failed"); }

TEST_CASE("the_runner_takes_a_hang_for_a_failure") { expect({"hanging", "passing"}, 1, "2 passed, 1 failed"); }

TEST_CASE("the_runner_takes_a_missing_program_for_a_failure") {
  expect({"passing", "nowhere"}, 1, "2 passed, 1 failed");
}

}  // namespace test
