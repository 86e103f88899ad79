// Checks that misuse aborts and names the argument in a library with assertions, and is reported in one without.
#include <doctest/doctest.h>

#include <csignal>
#include <sstream>

#include "paths.h"
#include "support/child.h"
#include "support/skip.h"

namespace test {
namespace {

constexpr int kStopped = 3, kImpossibleHere = 77;

const std::string kChecked = std::string(kBinDir) + "/vksort-misuse-checked";
const std::string kUnchecked = std::string(kBinDir) + "/vksort-misuse-unchecked";

struct Outcome {
  int code = -1;
  bool wrong = false;
  std::string name, argument;
  std::vector<std::string> lines;
};

std::vector<Outcome> outcomes(const std::string& program) {
  const ChildResult result = run({program, "--all"});
  CAPTURE(result.output);
  REQUIRE(result.exit_code == 0);
  std::vector<Outcome> found;
  Outcome next;
  for (const std::string& line : splitLines(result.output)) {
    std::istringstream words(line);
    std::string word;
    if (words >> word; word != "case") {
      next.lines.push_back(line);
      continue;
    }
    words >> next.name >> next.code >> next.wrong >> std::ws;
    std::getline(words, next.argument);
    if (next.code == kImpossibleHere) {
      onDevice(next.lines.at(0));
      skip("the device does not support " + next.name);
    } else {
      found.push_back(next);
    }
    next = {};
  }
  CHECK(found.size() > 8);
  return found;
}

}  // namespace

TEST_CASE("misuse_aborts_builds_with_assertions_and_names_the_argument") {
  for (const Outcome& outcome : outcomes(kChecked)) {
    CAPTURE(outcome.name);
    CHECK(outcome.code == (outcome.wrong ? kStopped : 0));
    REQUIRE(outcome.lines.size() == 1);
    if (!outcome.wrong) continue;
    CHECK(outcome.lines[0].starts_with("vksort: vksortRecord"));
    CHECK(outcome.lines[0].find(outcome.argument) != std::string::npos);
  }
  CHECK(run({kChecked, "verification"}).signal == SIGABRT);
}

TEST_CASE("a_log_receives_misuse_instead_of_an_abort") {
  std::string expected;
  for (const char* function : {"vksortRecord", "vksortRecordVerify", "vksortRecordCull"})
    expected += std::string("1 ") + function + "(): command_buffer must not be null\n";
  const std::string creation = "1 create(): Device::api_version must be VkApplicationInfo::apiVersion, 1.1 or later\n";
  for (const std::string& program : {kChecked, kUnchecked}) {
    const ChildResult result = run({program, "logged"});
    CHECK(result.exit_code == 0);
    CHECK(result.output == expected + creation + creation);
  }
}

TEST_CASE("builds_without_assertions_report_misuse") {
  for (const Outcome& outcome : outcomes(kUnchecked)) CHECK_MESSAGE(outcome.code == 0, outcome.name);
}

TEST_CASE("other_invalid_calls_abort_or_fail") {
  const std::pair<const char*, const char*> wrong[] = {{"verification", "verifier must not be null"},
                                                       {"verifier", "Device::"},
                                                       {"sorter", "Device::"},
                                                       {"version", "different versions"},
                                                       {"null", "must not be null"},
                                                       {"jobs", "Creation::parallel_for"}};
  for (const auto& [name, argument] : wrong) {
    CAPTURE(name);
    const ChildResult stopped = run({kChecked, name}), reported = run({kUnchecked, name});
    CAPTURE(stopped.output);
    CHECK(stopped.signal == SIGABRT);
    CHECK(splitLines(stopped.output).size() == 1);
    CHECK(stopped.output.starts_with("vksort: "));
    CHECK(stopped.output.find(argument) != std::string::npos);
    CHECK(reported.exit_code == 0);
    CHECK(splitLines(reported.output).size() == 1);
  }
}

TEST_CASE("builds_with_assertions_run_the_self_test_by_default") {
  for (const auto& [program, printed] : {std::pair{kChecked, "tested\n"}, {kUnchecked, "not tested\n"}}) {
    const ChildResult result = run({program, "self_test"});
    CHECK(result.exit_code == 0);
    CHECK(result.output == printed);
  }
}

}  // namespace test
