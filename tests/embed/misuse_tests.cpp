#include <doctest/doctest.h>

#include <csignal>
#include <set>
#include <sstream>

#include "paths.h"
#include "support/child.h"
#include "support/skip.h"
#include "vksort.h"

namespace test {
namespace {

constexpr int kImpossibleHere = 77;

struct Case {
  std::string name;
  unsigned status = 0;
  std::string argument;
};

std::string program(const std::string& assertions) { return std::string(kBinDir) + "/vksort-misuse-" + assertions; }

std::vector<Case> cases() {
  std::vector<Case> list;
  for (const std::string& line : splitLines(run({program("checked"), "--list"}).output)) {
    std::istringstream words(line);
    Case each;
    words >> each.name >> each.status >> std::ws;
    std::getline(words, each.argument);
    list.push_back(each);
  }
  return list;
}

// Runs one in such a build. What the device cannot show is skipped, and so is the running case.
ChildResult runCase(const std::string& assertions, const Case& each, bool& shown) {
  ChildResult result = run({program(assertions), each.name});
  shown = result.exit_code != kImpossibleHere;
  if (!shown) {
    onDevice(result.output);
    skip("the device has no " + each.name);
  }
  return result;
}

}  // namespace

TEST_CASE("the_misuse_cases_cover_every_status") {
  std::set<unsigned> covered;
  for (const Case& each : cases()) covered.insert(each.status);
  // The last status has the highest number.
  CHECK(covered.size() == static_cast<unsigned>(vksort::SortStatus::needless_values) + 1);
}

TEST_CASE("a_build_with_assertions_stops_at_misuse_and_names_the_argument") {
  for (const Case& each : cases()) {
    CAPTURE(each.name);
    bool shown = false;
    const ChildResult result = runCase("checked", each, shown);
    if (!shown) continue;
    CAPTURE(result.output);
    if (each.status == 0) {
      CHECK(result.exit_code == 0);
      continue;
    }
    CHECK(result.signal == SIGABRT);
    const std::vector<std::string> lines = splitLines(result.output);
    REQUIRE(lines.size() == 1);
    CHECK(lines[0].starts_with("vksort: record(): "));
    CHECK(lines[0].find(each.argument) != std::string::npos);
  }
}

TEST_CASE("a_build_without_assertions_reports_misuse_and_goes_on") {
  for (const Case& each : cases()) {
    CAPTURE(each.name);
    bool shown = false;
    const ChildResult result = runCase("unchecked", each, shown);
    if (shown) CHECK_MESSAGE(result.exit_code == 0, result.output);
  }
}

}  // namespace test
