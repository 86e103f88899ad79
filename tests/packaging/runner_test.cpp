// Checks that tests/run and the main function of all test programs report every failure.
#include <doctest/doctest.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include "support/child.h"

namespace test {
namespace {

// Runs tests/run on a build directory that contains these cases of planted/cases.cpp. "nowhere" stands for a missing
// program.
ChildResult runnerOn(const std::vector<std::string>& cases) {
  const std::filesystem::path directory = std::filesystem::path(VKSORT_SCRATCH) / "build";
  std::filesystem::create_directories(directory);
  std::string tests;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const std::string name = "planted/" + std::to_string(i) + "/" + cases[i];
    tests += "add_test(" + name + (cases[i] == "nowhere" ? " /nowhere" : " [==[" VKSORT_PLANTED "]==]") +
             " --test-case=" + cases[i] + ")\nset_tests_properties(" + name + " PROPERTIES SKIP_RETURN_CODE 77)\n";
  }
  writeFile(directory / "CTestTestfile.cmake", tests);
  return run({VKSORT_SOURCE "/tests/run", "--in", directory.string(), "--timeout", "5"});
}

}  // namespace

TEST_CASE("failed_crashed_hanging_and_empty_cases_count_as_failed") {
  const std::pair<std::vector<std::string>, std::string> rows[] = {
      {{"passes", "is_skipped"}, "1 passed, 0 failed, 1 skipped"},
      {{"passes", "fails", "throws", "crashes", "exits"}, "1 passed, 4 failed"},
      {{"passes", "asserts_nothing", "no_such_case", "nowhere"}, "1 passed, 3 failed"},
      {{"passes", "is_skipped_on_the_software_driver", "fails_and_skips"}, "1 passed, 2 failed"},
      {{"passes", "waits_for_ever"}, "1 passed, 1 failed"},
      {{"is_skipped"}, "0 passed, 1 failed, 1 skipped"},
      {{}, "0 passed, 1 failed"},
  };
  for (const auto& [cases, last_line] : rows) {
    const ChildResult result = runnerOn(cases);
    INFO(result.output);
    CHECK(result.output.ends_with(last_line + "\n"));
    CHECK(result.exit_code == (last_line.find(" 0 failed") == std::string::npos ? 1 : 0));
  }
}

// Aborts, because this program has the main function that is being tested.
TEST_CASE("a_failed_case_fails_its_program") {
  for (const char* cases : {"fails", "throws", "fails,passes", "passes,fails", "asserts_nothing,passes"}) {
    const ChildResult result = run({VKSORT_PLANTED, std::string("--test-case=") + cases});
    CHECK(result.signal == 0);
    if (result.exit_code == 1) continue;
    std::fprintf(stderr, "the program of %s ends with %d\n", cases, result.exit_code);
    std::abort();
  }
}

}  // namespace test
