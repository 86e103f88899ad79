// tests/run, the main of all test programs and tests/drivers/limits report every failure.
#include <doctest/doctest.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include "support/child.h"

namespace test {
namespace {

// Runs tests/run on a build directory whose tests are these cases of planted.cpp; "nowhere" is a missing program.
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
  return run({"env", "VKSORT_TEST_CPU_SECONDS=1", "VKSORT_TEST_IDLE_SECONDS=5", "VKSORT_TEST_MEGABYTES=100",
              VKSORT_SOURCE "/tests/run", "--in", directory.string()});
}

struct Row {
  std::vector<std::string> cases;
  std::string last_line;
};

}  // namespace

TEST_CASE("failed_crashed_hanging_and_empty_cases_count_as_failed") {
  const Row rows[] = {
    {{"passes", "passes"}, "2 passed, 0 failed"},
    {{"passes", "is_skipped"}, "1 passed, 0 failed, 1 skipped"},
    {{"passes", "fails", "throws", "crashes", "exits"}, "1 passed, 4 failed"},
    {{"passes", "asserts_nothing", "no_such_case", "nowhere"}, "1 passed, 3 failed"},
    {{"passes", "is_skipped_on_the_software_driver", "fails_and_skips"}, "1 passed, 2 failed"},
    {{"passes", "fails_and_prints_a_report_of_success"}, "1 passed, 1 failed"},
    {{"waits_for_ever", "works_for_ever", "starts_a_program_that_works_for_ever"}, "0 passed, 3 failed"},
#if !defined(__SANITIZE_ADDRESS__)  // its programs take more memory, and may
    {{"passes", "grows"}, "1 passed, 1 failed"},
#endif
    {{"is_skipped"}, "0 passed, 1 failed, 1 skipped"},
    {{}, "0 passed, 1 failed"},
  };
  for (const Row& row : rows) {
    const ChildResult result = runnerOn(row.cases);
    const std::vector<std::string> lines = splitLines(result.output);
    INFO(result.output);
    CHECK(!lines.empty());
    CHECK((lines.empty() ? "" : lines.back()) == row.last_line);
    CHECK(result.exit_code == (row.last_line.find(" 0 failed") == std::string::npos ? 1 : 0));
  }
}

// This program has the same main as the planted ones, so its own assertions cannot show this.
TEST_CASE("a_failed_case_fails_its_program") {
  for (const char* cases : {"fails", "throws", "fails,passes", "passes,fails", "asserts_nothing,passes"}) {
    const ChildResult result = run({VKSORT_PLANTED, std::string("--test-case=") + cases});
    CHECK(result.signal == 0);
    if (result.exit_code == 1) continue;
    std::fprintf(stderr, "the program of %s ends with %d\n", cases, result.exit_code);
    std::abort();
  }
}

// What vksort-compile would print on two devices, and the limits that tests/drivers/limits makes of it.
TEST_CASE("kernels_beyond_their_limits_fail") {
  const std::filesystem::path directory = std::filesystem::path(VKSORT_SCRATCH) / "limits";
  std::filesystem::create_directories(directory);
  const std::string table = directory / "limits.tsv", first = directory / "first", second = directory / "second";
  const auto check = [&](bool rewrite) {
    std::vector<std::string> command = {VKSORT_SOURCE "/tests/drivers/limits"};
    if (rewrite) command.emplace_back("--rewrite");
    for (const char* each : {table.c_str(), "b", first.c_str(), second.c_str()}) command.emplace_back(each);
    return run(command);
  };
  const std::string limits = "kernel\ta\tb\nfast sort\t8\t80\nmerge\t-\t104 spills\nother\t16\t-\n";
  const std::string merge = "GPU 1\tSorter\tmerge\t0\t0\t32\t90\t7\n";
  struct Row {
    std::string output, fault;  // of the second device; none: passes
  };
  const Row rows[] = {
      {"GPU 2\tSorter\tfast sort\t0\t32\t32\t80\t0\n", ""},
      {"GPU 2\tSorter\tfast sort\t0\t32\t0\t72\t0\n" + merge, ""},
      {"a message\nGPU 2\tSorter\tfast sort\t0\t0\t8\t9\t0\n", ""},
      {"GPU 2\tSorter\tfast sort\t0\t32\t32\t81\t0\n", "fast sort of Sorter on GPU 2: 81 registers, at most 80"},
      {"GPU 2\tSorter\tfast sort\t0\t32\t32\t81\t1\nGPU 3\tSorter\tfast sort\t0\t32\t32\t9\t0\n",
       "fast sort of Sorter on GPU 2: 81 registers, at most 80"},
      {"GPU 2\tSorter\tfast sort\t0\t32\t32\t9\t1\n", "fast sort of Sorter on GPU 2: spills"},
      {"GPU 2\tSorter\tfast sort\t0\t32\t16\t9\t0\n",
       "fast sort of Sorter on GPU 2: runs at a width of 16, made for 32"},
      {"GPU 2\tSorter\tfast sort\t0\t32\t32\t0\t0\n",
       "fast sort of Sorter on GPU 2: the driver does not say its registers"},
      {"GPU 2\tSorter\tfast sort\t-3\t32\t0\t0\t0\n" + merge,
       "fast sort of Sorter on GPU 2: not compiled, VkResult -3"},
      {merge, "fast sort: no such kernel was compiled"},
      {"GPU 2\tSorter\tother\t0\t32\t32\t9\t0\n", "other has no limit; --rewrite sets one"},
      {"a message\n", second + " has no kernel"},
  };
  writeFile(table, limits);
  writeFile(first, merge);
  for (const Row& row : rows) {
    INFO(row.output);
    writeFile(second, row.output);
    const ChildResult result = check(false);
    INFO(result.output);
    CHECK(result.exit_code == (row.fault.empty() ? 0 : 1));
    CHECK((result.output.find(": " + row.fault + "\n") == std::string::npos) == row.fault.empty());
    CHECK(readFile(table) == limits);
  }

  // The limits of "a" stay. 91 and a tenth is 100.1.
  writeFile(second, "GPU 2\tSorter\tmerge\t0\t0\t32\t91\t0\nGPU 2\tSorter\tnew\t0\t0\t32\t64\t0\n");
  CHECK(check(true).exit_code == 0);
  CHECK(readFile(table) == "kernel\ta\tb\nfast sort\t8\t-\nmerge\t-\t104 spills\nnew\t-\t72\nother\t16\t-\n");
  CHECK(check(false).exit_code == 0);
  writeFile(table, limits);
  writeFile(second, "GPU 2\tSorter\tnew\t-3\t32\t0\t0\t0\n");
  CHECK(check(true).exit_code == 1);
  CHECK(readFile(table) == limits);
}

}  // namespace test
