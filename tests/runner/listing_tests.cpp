// Every case in the sources is a test of CTest, and of the default run, but for those of the suite "full".
#include <doctest/doctest.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <set>
#include <utility>

#include "paths.h"
#include "support/child.h"
#include "support/skip.h"

namespace test {
namespace {

namespace fs = std::filesystem;

// What follows `mark` in a text up to `end`, each time.
std::vector<std::string> allBetween(const std::string& text, const std::string& mark, const std::string& end) {
  std::vector<std::string> found;
  for (std::size_t at = 0; (at = text.find(mark, at)) != std::string::npos;) {
    at += mark.size();
    found.push_back(text.substr(at, text.find(end, at) - at));
  }
  return found;
}

// Without what is between lines that begin so and the next `#endif`.
[[maybe_unused]] std::string without(std::string text, const std::string& begin) {
  for (std::size_t at = 0; (at = text.find(begin, at)) != std::string::npos;)
    text.erase(at, text.find("\n#endif", at) - at);
  return text;
}

// A source without what the address sanitizer, or assertions, leave out, if this is a build with them.
std::string compiled(std::string text) {
#if defined(__SANITIZE_ADDRESS__)
  text = without(std::move(text), "\n#if !defined(__SANITIZE_ADDRESS__)\n");
#endif
#ifndef NDEBUG
  text = without(std::move(text), "\n#ifdef NDEBUG");
#endif
  return text;
}

// The program that CMake makes of each source, by itself or in a batch of them.
std::map<std::string, std::string> programsOfSources() {
  std::map<std::string, std::string> programs;
  for (const std::string& entry : allBetween(readFile(fs::path(kBuildDir) / "compile_commands.json"), "{", "}")) {
    const std::vector<std::string> names = allBetween(entry.substr(entry.find(" -o ")), "/CMakeFiles/", ".dir/");
    const std::string file = allBetween(entry, "\"file\": \"", "\"").at(0);
    const bool batch = file.find("/Unity/unity_") != std::string::npos;
    for (const std::string& source : batch ? allBetween(readFile(file), "#include \"", "\"") : std::vector{file})
      if (!names.empty()) programs.emplace(source, names[0]);
  }
  return programs;
}

// Names of tests of CTest, without what stands before a slash.
std::set<std::string> listed(const std::vector<std::string>& options) {
  std::vector<std::string> command = {kCtest, "--test-dir", kBuildDir, "-N"};
  command.insert(command.end(), options.begin(), options.end());
  std::set<std::string> tests;
  for (const std::string& line : splitLines(run(command).output)) {
    const std::size_t name = line.find(": ");
    if (line.find("Test ") == std::string::npos || name == std::string::npos) continue;
    const std::string test = line.substr(name + 2);
    tests.insert(test.substr(test.rfind('/') + 1));
  }
  return tests;
}

}  // namespace

TEST_CASE("every_case_of_the_sources_is_run_by_default") {
  const std::map<std::string, std::string> programs = programsOfSources();
  const std::set<std::string> by_default = listed({"-LE", "^(full|faults)$"}), all = listed({});
  std::size_t cases = 0;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(fs::path(kSourceDir) / "tests")) {
    if (entry.path().extension() != ".cpp" || entry.path().filename() == "planted.cpp") continue;
    const std::vector<std::string> heads = allBetween("\n" + compiled(readFile(entry.path())), "\nTEST_CASE(\"", "{");
    if (heads.empty()) continue;
    CAPTURE(entry.path().string());
    const auto made = programs.find(entry.path().string());
    CHECK_MESSAGE(made != programs.end(), "no program is made of it");
    const std::string program = made != programs.end() ? made->second : "";
    const auto missing = all.lower_bound(program + "_NOT_BUILT");
    if (missing != all.end() && missing->starts_with(program + "_NOT_BUILT"))
      continue;  // only some of the build is there
    for (const std::string& head : heads) {
      const std::string name = head.substr(0, head.find('"'));
      const std::set<std::string>& tests = head.find("test_suite(\"full\")") == std::string::npos ? by_default : all;
      ++cases;
      CHECK_MESSAGE((tests.contains(name) || tests.contains(name + "@8")), name);
    }
  }
  CHECK(cases > 10);
}

// But for those that plant faults.
TEST_CASE("no_property_turns_a_failed_case_into_another") {
  const std::string tests = run({kCtest, "--test-dir", kBuildDir, "--show-only=json-v1", "-LE", "^faults$"}).output;
  for (const char* property : {"WILL_FAIL", "DISABLED", "PASS_REGULAR_EXPRESSION", "SKIP_REGULAR_EXPRESSION"})
    CHECK_MESSAGE(tests.find("\"" + std::string(property) + "\"") == std::string::npos, property);
  const std::vector<std::string> statuses = allBetween(tests, "\"SKIP_RETURN_CODE\",", "}");
  CHECK(statuses.size() > 10);
  for (const std::string& status : statuses) {
    if (status.find(": " + std::to_string(kSkipped) + "\n") != std::string::npos) continue;
    std::fprintf(stderr, "a case is skipped by its status%s\n", status.c_str());
    std::abort();  // with another status this case could be skipped itself
  }
}

}  // namespace test
