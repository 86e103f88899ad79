#include <doctest/doctest.h>

#include <csignal>
#include <cstdlib>
#include <map>
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

// Whether a case ended otherwise than by what the device cannot show, for which the running case is skipped.
bool isShown(const Case& each, int exit_code, const std::string& output) {
  if (exit_code != kImpossibleHere) return true;
  onDevice(output);
  skip("the device has no " + each.name);
  return false;
}

}  // namespace

TEST_CASE("the_misuse_cases_cover_every_status") {
  std::set<unsigned> covered;
  for (const Case& each : cases()) covered.insert(each.status);
  // The last status has the highest number.
  CHECK(covered.size() == static_cast<unsigned>(vksort::SortStatus::null_scratch_buffer) + 1);
}

TEST_CASE("a_build_with_assertions_stops_at_misuse_and_names_the_argument") {
  for (const Case& each : cases()) {
    CAPTURE(each.name);
    const ChildResult result = run({program("checked"), each.name});
    if (!isShown(each, result.exit_code, result.output)) continue;
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
  const ChildResult result = run({program("unchecked"), "--all"});
  CAPTURE(result.output);
  REQUIRE(result.exit_code == 0);
  std::map<std::string, int> codes;
  for (const std::string& line : splitLines(result.output)) {
    const std::size_t gap = line.rfind(' ');
    if (gap != std::string::npos) codes[line.substr(0, gap)] = std::atoi(line.c_str() + gap);
  }
  for (const Case& each : cases()) {
    CAPTURE(each.name);
    REQUIRE(codes.contains(each.name));
    if (isShown(each, codes[each.name], result.output)) CHECK(codes[each.name] == 0);
  }
}

TEST_CASE("a_build_with_assertions_proves_its_kernels_unless_it_is_told_otherwise") {
  const std::string others = std::string(kBinDir) + "/vksort-other-misuse-";
  CHECK(run({others + "checked", "proof"}).output == "proven\n");
  CHECK(run({others + "unchecked", "proof"}).output == "not proven\n");
}

TEST_CASE("so_do_wrong_calls_of_all_else") {
  const std::pair<const char*, const char*> kWrong[] = {{"verification", "the Verifier was never created"},
                                                        {"verifier", "VerifierInfo::"},
                                                        {"sorter", "SorterInfo::"},
                                                        {"jobs", "SorterInfo::parallel_for"}};
  const std::string others = std::string(kBinDir) + "/vksort-other-misuse-";
  for (const auto& [name, argument] : kWrong) {
    CAPTURE(name);
    const ChildResult stopped = run({others + "checked", name});
    CAPTURE(stopped.output);
    CHECK(stopped.signal == SIGABRT);
    const std::vector<std::string> lines = splitLines(stopped.output);
    REQUIRE(lines.size() == 1);
    CHECK(lines[0].starts_with("vksort: "));
    CHECK(lines[0].find(argument) != std::string::npos);
    const ChildResult reported = run({others + "unchecked", name});
    CHECK(reported.exit_code == 0);
    CHECK(splitLines(reported.output).size() == 1);
  }
}

}  // namespace test
