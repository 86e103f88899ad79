// Checks how the end of a child process becomes a result. The child is a shell script.
#include "supervise.h"

#include <doctest/doctest.h>
#include <unistd.h>

#include <filesystem>
#include <map>

#include "support/child.h"

namespace test {
namespace {

using conform::Json;

std::map<std::string, Json> resultsOf(const std::string& script, const std::vector<std::string>& cases) {
  const std::string functions =
      "begin() { echo '@vksort {\"event\":\"begin\",\"case\":\"'$1'\"}'; }; "
      "count() { echo '@vksort {\"event\":\"count\",\"count\":'$1'}'; }; "
      "result() { echo '@vksort {\"event\":\"result\",\"case\":\"'$1'\",\"result\":\"'$2'\"}'; }; ";
  conform::Supervised how;
  how.seconds = 1;
  std::size_t reported = 0;
  how.report = [&reported](const Json&) { ++reported; };
  how.command = [&](const std::vector<std::string>& names) {
    std::vector<std::string> command{"/bin/sh", "-c", functions + script, "sh"};
    command.insert(command.end(), names.begin(), names.end());
    return command;
  };
  const std::vector<Json> results = superviseGroup(cases, how);
  CHECK(results.size() == cases.size());
  CHECK(reported == cases.size());
  std::map<std::string, Json> by_name;
  for (const Json& result : results) by_name[result.at("case")] = result;
  return by_name;
}

std::string withFault(const std::string& fault) {
  return "for name; do begin $name; count 5; if [ $name = b ]; then " + fault + "; fi; result $name pass; done";
}

}  // namespace

TEST_CASE("a_crash_only_affects_its_case") {
  const auto results = resultsOf(withFault("echo some driver died; kill -SEGV $$"), {"a", "b", "c"});
  CHECK(results.at("a").at("result") == "pass");
  CHECK(results.at("c").at("result") == "pass");
  const Json& crash = results.at("b");
  CHECK(crash.at("result") == "crash");
  CHECK(crash.at("smallest_count") == 5);
  CHECK(crash.at("detail").get<std::string>().starts_with("signal 11"));
  CHECK(crash.at("printed") == "some driver died");
}

TEST_CASE("cases_without_a_result_are_crashes_with_a_reason") {
  const std::pair<const char*, const char*> rows[] = {
      {"echo '@vksort {\"event\":\"lost\",\"detail\":\"VK_ERROR_DEVICE_LOST\"}'; exit 3", "VK_ERROR_DEVICE_LOST"},
      {"exit 0", "the process ended without a result"},
      {"exit 7", "exit status 7"}};
  for (const auto& [fault, detail] : rows) {
    const auto results = resultsOf(withFault(fault), {"a", "b"});
    CHECK(results.at("b").at("result") == "crash");
    CHECK(results.at("b").at("detail") == detail);
  }
}

TEST_CASE("a_hang_is_a_timeout") {
  const auto results = resultsOf(withFault("exec sleep 60"), {"a", "b", "c"});
  CHECK(results.at("b").at("result") == "timeout");
  CHECK(results.at("b").at("detail") == "no progress in 1 s");
  CHECK(results.at("c").at("result") == "pass");
  // After several timeouts, the remaining cases of a group are not run.
  const auto all = resultsOf("begin $1; exec sleep 60", {"a", "b", "c", "d"});
  for (const auto& [name, result] : all) CHECK(result.at("result") == "timeout");
  CHECK(all.at("d").at("detail").get<std::string>().starts_with("not run"));
}

TEST_CASE("only_repeated_failures_count_as_failures") {
  CHECK(resultsOf(withFault("result b fail; continue"), {"a", "b", "c"}).at("b").at("result") == "fail");
  const std::filesystem::path marker =
      std::filesystem::temp_directory_path() / ("vksort-flaky-" + std::to_string(getpid()));
  for (const char* fault : {"result b fail; continue", "kill -ABRT $$", "exec sleep 60"}) {
    std::filesystem::remove(marker);
    const std::string once = "if [ ! -e " + marker.string() + " ]; then : >" + marker.string() + "; " + fault + "; fi";
    const auto results = resultsOf(withFault(once), {"a", "b", "c"});
    CHECK(results.at("b").at("result") == "flaky");
    CHECK(results.at("b").at("first") != "flaky");
    CHECK(results.at("c").at("result") == "pass");
  }
  std::filesystem::remove(marker);
}

TEST_CASE("repeated_crashes_after_the_last_case_count") {
  const auto results = resultsOf("for name; do begin $name; result $name pass; done; kill -ABRT $$", {"a", "b"});
  CHECK(results.at("a").at("result") == "pass");
  CHECK(results.at("b").at("result") == "crash");
}

}  // namespace test
