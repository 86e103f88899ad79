// Every test program: doctest, with three rules more. A case that asserts nothing has failed, unless it says that it was
// skipped; so has a run without a case; and what hangs is ended, see watchdog.h.
#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "support/driver.h"
#include "support/skip.h"
#include "support/watchdog.h"

namespace test {
namespace {

std::string skipped_because;  // of the running case; empty: it was not
int cases = 0, skipped = 0;
std::vector<std::string> without_assertion;
bool over = false;  // main has returned

struct Assertions : doctest::IReporter {
  explicit Assertions(const doctest::ContextOptions&) {}
  void test_case_start(const doctest::TestCaseData& data) override {
    name = data.m_name;
    skipped_because.clear();
  }
  void test_case_end(const doctest::CurrentTestCaseStats& stats) override {
    ++cases;
    if (!skipped_because.empty()) {
      std::printf("SKIPPED %s: %s\n", name.c_str(), skipped_because.c_str());
      if (stats.failure_flags == 0) ++skipped;
    } else if (stats.numAssertsCurrentTest == 0 && stats.failure_flags == 0) {
      without_assertion.push_back(name);
    }
  }
  void report_query(const doctest::QueryData&) override {}
  void test_run_start() override {}
  void test_run_end(const doctest::TestRunStats&) override {}
  void test_case_reenter(const doctest::TestCaseData&) override {}
  void test_case_exception(const doctest::TestCaseException&) override {}
  void subcase_start(const doctest::SubcaseSignature&) override {}
  void subcase_end() override {}
  void log_assert(const doctest::AssertData&) override {}
  void log_message(const doctest::MessageData&) override {}
  void test_case_skipped(const doctest::TestCaseData&) override {}

  std::string name;
};
REGISTER_LISTENER("assertions", 1, Assertions);

}  // namespace

void skip(const std::string& why) { skipped_because = why; }

}  // namespace test

int main(int argc, char** argv) {
  if (!test::setUpDriver(argc, argv)) {
    std::fprintf(stderr, "--width must be 4, 8 or 16\n");
    return 2;
  }
  const test::Limits limits = test::limitsFromEnvironment();
  test::watch(limits);
  // A case that calls exit() has not passed.
  std::atexit([] {
    if (!test::over) std::_Exit(1);
  });
  doctest::Context context(argc, argv);
  const int result = context.run();
  test::over = true;
  if (context.shouldExit()) return result;
  for (const std::string& name : test::without_assertion) std::printf("FAILED %s: it asserts nothing\n", name.c_str());
  if (test::cases == 0) std::printf("FAILED: there is no such case\n");
  const std::string complaint = test::memoryComplaint(limits);
  if (!complaint.empty()) std::printf("FAILED: %s\n", complaint.c_str());
  if (result != 0 || !test::without_assertion.empty() || test::cases == 0 || !complaint.empty()) return 1;
  return test::skipped == test::cases ? test::kSkipped : 0;
}
