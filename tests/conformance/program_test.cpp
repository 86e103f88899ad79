// Checks the exit code and report of vksort-conform for passing, failing and crashing devices.
#include <doctest/doctest.h>

#include <unistd.h>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <regex>

#include "list.h"
#include "support/child.h"

namespace test {
namespace {

std::string scratch(const std::string& name) {
  const std::filesystem::path directory =
      std::filesystem::temp_directory_path() / ("vksort-conform-" + std::to_string(getpid()));
  std::filesystem::create_directories(directory);
  return directory / name;
}

ChildResult planted(const std::string& fault, std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), {"env", "VKSORT_PLANTED=" + fault, VKSORT_CONFORM_PLANTED});
  return run(arguments);
}

bool has(const ChildResult& result, const std::string& text) { return result.output.find(text) != std::string::npos; }

}  // namespace

// To update the file, run vksort-conform --list >samples/conformance/cases.txt
TEST_CASE("the_program_runs_the_cases_of_the_committed_list") {
  CHECK(run({VKSORT_CONFORM, "--list"}).output == readFile(VKSORT_CONFORM_SOURCE "/cases.txt"));
}

TEST_CASE("the_program_passes_on_this_device") {
  const ChildResult result = run({VKSORT_CONFORM, "--quick"});
  INFO(result.output);
  CHECK(result.exit_code == 0);
  CHECK(has(result, std::to_string(conform::selectCases({}, true).size()) + " cases in "));
  CHECK(!has(result, "NOT PASSED"));
  CHECK(!has(result, "FAILED"));
}

TEST_CASE("bad_options_are_rejected_in_one_line_that_names_them") {
  const std::pair<std::vector<std::string>, std::string> rows[] = {
      {{"--count", "67108865"}, "--count: must be a whole number from 0 to 67108864, not '67108865'"},
      {{"--count", "1", "--output", "x"}, "--count: cannot be used with --output"},
      {{"--tune", "-1"}, "--tune: must be a number of seconds"},
      {{"--jobs"}, "--jobs: needs a value"},
      {{"--seed", "1", "--seed", "2"}, "--seed: can only be used once"},
      {{"--quick=no"}, "--quick: cannot have a value"},
      {{"check"}, "REPORT is missing"},
      {{"x"}, "unknown argument: x"},
  };
  for (auto [arguments, text] : rows) {
    arguments.insert(arguments.begin(), VKSORT_CONFORM);
    const ChildResult result = run(arguments);
    INFO(result.output);
    CHECK(result.exit_code == 2);
    CHECK(result.output.starts_with("vksort-conform: " + text));
    CHECK(result.output.find('\n') == result.output.size() - 1);
  }
}

TEST_CASE("a_wrong_sort_fails_with_its_seed_and_smallest_count") {
  const ChildResult result = planted("wrong", {"--quick", "--case", "index/in_place", "--seed", "7"});
  INFO(result.output);
  CHECK(result.exit_code == 1);
  CHECK(has(result, "FAILED: index/in_place"));
  CHECK(has(result, "1 case in "));
  std::smatch found;
  const std::regex command("seed 7, smallest count that failed: ([0-9]+)\n  to repeat: vksort-conform (.*)\n");
  REQUIRE(std::regex_search(result.output, found, command));
  const std::string arguments = found[2];
  CHECK(arguments.find("--count " + found[1].str()) != std::string::npos);
  // The printed command must repeat the failure. A smaller count must pass, and so must a device without the fault.
  const std::string less = std::to_string(std::stoul(found[1]) - 1);
  const auto repeat = [&](const std::string& fault, const std::string& more) {
    return run({"sh", "-c", "VKSORT_PLANTED=" + fault + " exec '" VKSORT_CONFORM_PLANTED "' " + arguments + more});
  };
  CHECK(repeat("wrong", "").exit_code == 1);
  CHECK(repeat("", "").exit_code == 0);
  CHECK(planted("wrong", {"--case", "index/in_place", "--seed", "7", "--count", less}).exit_code == 0);
}

TEST_CASE("other_cases_run_after_a_crash") {
  const std::string path = scratch("crash.json");
  std::filesystem::remove(path);
  const ChildResult result =
      planted("crash", {"--case", "index/types", "--case", "u32-never/types", "--tune", "1", "--output", path});
  INFO(result.output);
  CHECK(result.exit_code == 1);
  CHECK(has(result, "NOT PASSED: index/types: crash: signal 6"));
  CHECK(has(result, ": 1 passed, 1 crashed\n"));
  for (const char* what : {"NOT TIMED: ", "NOT TUNED: "}) CHECK(has(result, what));
  const std::string text = readFile(path);
  CHECK(text.find("\"result\":\"crash\"") != std::string::npos);
  CHECK(text.find("/tmp") == std::string::npos);  // no paths of the user
}

TEST_CASE("failures_that_do_not_repeat_are_flaky") {
  const std::string file = scratch("flaky");
  std::filesystem::remove(file);
  const ChildResult result = planted("flaky=" + file, {"--quick", "--case", "index/in_place"});
  INFO(result.output);
  CHECK(result.exit_code == 1);
  CHECK(has(result, "index/in_place: flaky"));
}

TEST_CASE("interrupted_runs_leave_no_report") {
  const std::string path = scratch("interrupted.json");
  CHECK(run({"timeout", "-s", "INT", "3", VKSORT_CONFORM, "--output", path}).exit_code == 124);
  CHECK_FALSE(std::filesystem::exists(path));
  CHECK_FALSE(std::filesystem::exists(path + ".tmp"));
}

TEST_CASE("runs_without_passing_cases_fail") {
  const ChildResult result = run({VKSORT_CONFORM, "--case", "index-few/in_place", "--count", "5000"});
  INFO(result.output);
  CHECK(result.exit_code == 1);
  CHECK(has(result, ": 1 not supported"));
  CHECK(has(result, "FAILED: no case passed"));
}

TEST_CASE("reports_contain_a_tuning_search_within_its_time_limit") {
  const std::string path = scratch("tuned.json");
  std::filesystem::remove(path);
  const std::vector<std::string> arguments = {"--case", "keys/types", "--quick", "--tune", "12", "--output", path};
  const ChildResult result = planted("", arguments);
  INFO(result.output);
  CHECK(result.exit_code == 0);
  CHECK(has(result, "report (the only file to send): " + path));
  CHECK(has(result, "search for a tuning: "));
  const nlohmann::json tuning = nlohmann::json::parse(readFile(path)).at("tuning");
  CHECK(tuning.at("budget_seconds") == 12);
  CHECK(tuning.at("seconds") < 12 + 30);  // the current candidate is still timed
  CHECK(tuning.at("searches").size() > 0);
  for (const nlohmann::json& search : tuning.at("searches"))
    CHECK(search.at("best_microseconds") <= search.at("class_microseconds"));
  const auto printed = [](const std::string& seconds) {
    return planted("", {"--case", "keys/types", "--count", "2", "--tune", seconds}).output;
  };
  CHECK(printed("0").find("not searching for a faster tuning; use --tune SECONDS to search") != std::string::npos);
  const std::string none = printed("0.001");
  CHECK_MESSAGE(std::regex_search(none, std::regex("search for a tuning: out of time after [0-9]+ s of 0 s")), none);
  CHECK(none.find(" tunings timed") == std::string::npos);
}

TEST_CASE("a_tuning_that_does_not_sort_fails") {
  const ChildResult result = planted("wrong", {"--case", "keys/in_place", "--count", "2", "--tune", "12"});
  INFO(result.output);
  CHECK(result.exit_code == 1);
  CHECK(has(result, "FAILED: this tuning does not sort: {.registers_log2 = "));
}

// A run may continue on another device after its device was lost.
TEST_CASE("a_case_never_runs_on_another_device") {
  const ChildResult result = run({VKSORT_CONFORM, "--child", "cases", "--identity", "7", "--case", "keys/types"});
  INFO(result.output);
  CHECK(result.exit_code == 2);
  CHECK(has(result, "the device of this run has disappeared; found instead: "));
  CHECK(!has(result, "\"event\":\"begin\""));
}

}  // namespace test
