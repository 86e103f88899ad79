// tests/run, and the main of all test programs, take nothing but success for success.
#include <doctest/doctest.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include "paths.h"
#include "support/child.h"
#include "support/skip.h"

namespace test {
namespace {

struct Verdict {
  int exit_code;
  std::string last_line;
  std::string output;
};

// A build directory whose tests are these cases of planted.cpp; "nowhere" is a program that is not there.
std::filesystem::path buildOf(const std::vector<std::string>& cases) {
  std::string name;
  for (const std::string& each : cases) name += "-" + each;
  const std::filesystem::path directory =
      std::filesystem::path(kScratchDir) / std::to_string(std::hash<std::string>{}(name));
  std::filesystem::create_directories(directory);
  std::string tests;
  int number = 0;
  for (const std::string& name_at : cases) {
    const std::string each = name_at.substr(0, name_at.find('@'));  // and a width
    const std::string label = "planted/" + (each == name_at ? std::to_string(number++) + "/" : std::string()) + name_at;
    const std::string program = each == "nowhere" ? "/nowhere" : kPlanted;
    tests += "add_test([==[" + label + "]==] [==[" + program + "]==] --test-case=" + each + ")\n";
    tests += "set_tests_properties([==[" + label + "]==] PROPERTIES SKIP_RETURN_CODE 77)\n";
  }
  writeFile(directory / "CTestTestfile.cmake", tests);
  return directory;
}

std::vector<std::string> commandFor(const std::filesystem::path& build) {
  return {"env",
          "VKSORT_TEST_CPU_SECONDS=1",
          "VKSORT_TEST_IDLE_SECONDS=2",
          "VKSORT_TEST_MEGABYTES=100",
          std::string(kSourceDir) + "/tests/run",
          "--in",
          build.string()};
}

Verdict runnerOn(const std::vector<std::string>& cases) {
  const ChildResult result = run(commandFor(buildOf(cases)));
  const std::vector<std::string> lines = splitLines(result.output);
  return {result.exit_code, lines.empty() ? std::string() : lines.back(), result.output};
}

void expect(const std::vector<std::string>& cases, int exit_code, const std::string& last_line,
            const std::string& said = "") {
  const Verdict verdict = runnerOn(cases);
  INFO(verdict.output);
  CHECK(verdict.exit_code == exit_code);
  CHECK(verdict.last_line == last_line);
  CHECK(verdict.output.find(said) != std::string::npos);
}

// The end of a script for bash: waits for the processes to be gone that are in the file.
constexpr const char* kWaitForEnd =
    "for i in {1..100}; do left=; for each in $(<\"$PROCESSES\"); do { read -r stat </proc/$each/stat; } 2>/dev/null "
    "&&\n"
    "[[ $stat != *') Z'* ]] && left+=\" $each\"; done\n"
    "[ \"$left\" ] || { echo ended; exit; }; sleep 0.1; done; kill -KILL $left; echo left running\n";

// Exit status of one program that runs these cases, or of all cases named so.
int statusOf(const std::string& cases) {
  const ChildResult result = run({"env", "VKSORT_TEST_CPU_SECONDS=5", kPlanted, "--test-case=" + cases});
  INFO(result.output);
  CHECK(result.signal == 0);
  return result.exit_code;
}

}  // namespace

// This program has the same main, so that its own assertions cannot tell.
TEST_CASE("a_failed_case_fails_the_program") {
  for (const std::string each : {"fails", "throws", "fails,passes", "passes,fails"}) {
    if (statusOf(each) == 1) continue;
    std::fprintf(stderr, "a program whose case %s does not end with 1\n", each.c_str());
    std::abort();
  }
}

TEST_CASE("a_program_of_several_cases_tells_the_worst_of_them") {
  CHECK(statusOf("passes") == 0);
  CHECK(statusOf("returns_early_and_says_so") == kSkipped);
  CHECK(statusOf("passes,returns_early_and_says_so") == 0);
  CHECK(statusOf("fails,passes,returns_early_and_says_so") == 1);
  CHECK(statusOf("asserts_nothing,passes") == 1);
  CHECK(statusOf("asserts_nothing,returns_early_and_says_so") == 1);
  CHECK(statusOf("is_skipped_without_a_device,returns_early_and_says_so") == 1);
  CHECK(statusOf("fails_and_skips,returns_early_and_says_so") == 1);
  CHECK(statusOf("no_such_case") == 1);
  CHECK(statusOf("exits") == 1);
  CHECK(statusOf("exits,passes") == 1);
}

TEST_CASE("the_runner_adds_up_passed_cases") { expect({"passes", "passes"}, 0, "2 passed, 0 failed"); }

TEST_CASE("the_runner_fails_with_a_failed_case_among_passed_ones") {
  expect({"passes", "fails", "passes"}, 1, "2 passed, 1 failed", "1 + 1 == 3");
}

TEST_CASE("the_runner_counts_what_failed_whatever_it_printed") {
  expect({"fails_and_prints_what_looks_like_success"}, 1, "0 passed, 1 failed");
  expect({"fails_and_prints_what_looks_like_success", "passes"}, 1, "1 passed, 1 failed");
}

TEST_CASE("the_runner_takes_a_case_without_assertions_for_a_failure") {
  expect({"asserts_nothing", "passes"}, 1, "1 passed, 1 failed", "it asserts nothing");
}

TEST_CASE("the_runner_tells_what_was_skipped_apart") {
  expect({"returns_early_and_says_so", "passes"}, 0, "1 passed, 0 failed, 1 skipped", "returns_early_and_says_so");
}

TEST_CASE("the_runner_fails_where_too_much_is_skipped") {
  std::vector<std::string> cases(12, "returns_early_and_says_so");
  cases.emplace_back("passes");
  expect(cases, 1, "1 passed, 1 failed, 12 skipped", "more than");
}

TEST_CASE("the_runner_counts_a_case_that_is_skipped_at_several_widths_once") {
  std::vector<std::string> cases;
  for (int i = 0; i < 12; ++i) cases.emplace_back("returns_early_and_says_so@" + std::to_string(i));
  cases.emplace_back("passes");
  expect(cases, 0, "1 passed, 0 failed, 12 skipped");
}

TEST_CASE("the_runner_fails_where_everything_is_skipped") {
  expect({"returns_early_and_says_so"}, 1, "0 passed, 1 failed, 1 skipped", "nothing was tested");
}

TEST_CASE("a_case_that_the_software_driver_can_show_is_not_skipped") {
  expect({"is_skipped_on_the_software_driver", "passes"}, 1, "1 passed, 1 failed", "it was skipped");
  expect({"is_skipped_without_a_device", "passes"}, 1, "1 passed, 1 failed", "it was skipped");
  expect({"is_skipped_on_one_device_of_two", "passes"}, 1, "1 passed, 1 failed", "it was skipped");
}

TEST_CASE("the_runner_takes_a_failure_for_a_failure_whatever_was_skipped") {
  expect({"fails_and_skips"}, 1, "0 passed, 1 failed");
}

TEST_CASE("the_runner_takes_exceptions_crashes_and_exits_for_failures") {
  expect({"passes", "throws", "crashes"}, 1, "1 passed, 2 failed");
  expect({"passes", "exits"}, 1, "1 passed, 1 failed");
}

TEST_CASE("the_runner_takes_a_case_that_is_not_there_for_a_failure") {
  expect({"passes", "no_such_case"}, 1, "1 passed, 1 failed", "there is no such case");
}

TEST_CASE("the_runner_takes_a_missing_program_for_a_failure") {
  expect({"passes", "nowhere"}, 1, "1 passed, 1 failed");
}

TEST_CASE("the_runner_takes_no_tests_for_a_failure") { expect({}, 1, "0 passed, 1 failed", "no test"); }

TEST_CASE("the_runner_ends_what_waits_longer_than_it_may") {
  const ChildResult result = run({"env", "VKSORT_TEST_IDLE_SECONDS=12", std::string(kSourceDir) + "/tests/run", "--in",
                                  buildOf({"waits_for_ever"}).string()});
  CHECK(result.output.find("nothing has run for 12 s") != std::string::npos);
}

TEST_CASE("the_runner_ends_what_waits_and_what_works_for_ever") {
  expect({"waits_for_ever", "works_for_ever", "starts_what_works_for_ever", "starts_many_that_work_a_little", "passes"},
         1, "1 passed, 4 failed", "hung");
}

// Those of the program itself, and of another.
TEST_CASE("the_runner_leaves_alone_what_works_now_and_then") {
  expect({"waits_for_what_works_now_and_then", "works_now_and_then"}, 0, "2 passed, 0 failed");
}

// The address sanitizer's programs take more, and may.
#if !defined(__SANITIZE_ADDRESS__)
TEST_CASE("the_runner_takes_too_much_memory_for_a_failure") {
  expect({"grows", "passes"}, 1, "1 passed, 1 failed", "MB of memory");
}
#endif

// Also what a case has started itself.
TEST_CASE("the_runner_ends_its_programs_when_it_is_ended") {
  const std::filesystem::path build = buildOf({"waits_until_the_runner_is_ended"});
  const std::string ids = (build / "processes").string();
  std::filesystem::remove(ids);
  const std::string command = "export VKSORT_TEST_IDLE_SECONDS=100 PROCESSES='" + ids + "'\n'" +
                              std::string(kSourceDir) + "/tests/run' --in '" + build.string() +
                              "' >/dev/null 2>&1 & runner=$!\n" +
                              "for i in {1..600}; do [ -e \"$PROCESSES\" ] && break; sleep 0.1; done\n" +
                              "kill -TERM $runner; wait $runner; echo $?\n" + kWaitForEnd;
  CHECK(run({"bash", "-c", command}).output == "143\nended\n");
}

TEST_CASE("a_test_program_ends_with_what_started_it") {
  const std::string ids = (buildOf({"passes"}) / "processes").string();
  std::filesystem::remove(ids);
  const std::string command =
      "export VKSORT_TEST_IDLE_SECONDS=100 PROCESSES='" + ids + "'\nexec 2>/dev/null\n{ '" + kPlanted +
      "' --test-case=waits_until_the_runner_is_ended; echo back; } >/dev/null & starter=$!\n" +
      "for i in {1..600}; do [ -e \"$PROCESSES\" ] && break; sleep 0.1; done\n" +
      "read -r program other <\"$PROCESSES\"; trap \"kill -KILL $other\" EXIT\n" +  // else it would end by itself
      "echo $program >\"$PROCESSES\"; kill -KILL $starter\n" + kWaitForEnd;
  CHECK(run({"bash", "-c", command}).output == "ended\n");
}

TEST_CASE("the_runner_refuses_what_it_does_not_know") {
  const ChildResult option = run({std::string(kSourceDir) + "/tests/run", "--ful"});
  CHECK(option.exit_code == 2);
  CHECK(splitLines(option.output).size() == 1);
  const ChildResult build = run({std::string(kSourceDir) + "/tests/run", "--in", "/nowhere"});
  CHECK(build.exit_code == 2);
  CHECK(splitLines(build.output).size() == 1);
}

}  // namespace test
