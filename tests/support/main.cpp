// main() of every test program. A case also fails if it neither asserts anything nor is skipped, or if it is skipped
// without need. A run without cases fails.
#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "support/driver.h"
#include "support/skip.h"

namespace test {
namespace {

std::string case_name;
std::string skipped_because;  // empty if it was not skipped
std::string device;           // empty for the software driver
bool needless = false;
int cases = 0, skipped = 0;
std::vector<std::string> without_assertion, without_need;
bool over = false;

struct Assertions : doctest::IReporter {
  explicit Assertions(const doctest::ContextOptions&) {}
  void test_case_start(const doctest::TestCaseData& data) override {
    case_name = data.m_name;
    skipped_because.clear();
    device.clear();
    needless = false;
  }
  void test_case_end(const doctest::CurrentTestCaseStats& stats) override {
    ++cases;
    if (!skipped_because.empty()) {
      std::printf("SKIPPED %s: %s\n", case_name.c_str(), skipped_because.c_str());
      if (stats.failure_flags == 0) ++skipped;
      if (needless) without_need.push_back(case_name);
    } else if (stats.numAssertsCurrentTest == 0 && stats.failure_flags == 0) {
      without_assertion.push_back(case_name);
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
};
REGISTER_LISTENER("assertions", 1, Assertions);

}  // namespace

void skip(const std::string& why) {
  skipped_because = why;
  if (device.empty() || isSoftware(device)) needless = true;
}

void onDevice(const std::string& name) { device = name; }

}  // namespace test

int main(int argc, char** argv) {
  if (!test::setUpDriver(argc, argv)) {
    std::fprintf(stderr, "--width must be 4, 8 or 16\n");
    return 2;
  }
  // A case that calls exit() must fail.
  std::atexit([] {
    if (!test::over) std::_Exit(1);
  });
  doctest::Context context(argc, argv);
  const int result = context.run();
  test::over = true;
  if (context.shouldExit()) return result;
  for (const std::string& name : test::without_assertion) std::printf("FAILED %s: it asserts nothing\n", name.c_str());
  for (const std::string& name : test::without_need)
    std::printf("FAILED %s: it was skipped, and the software driver can show it\n", name.c_str());
  if (test::cases == 0) std::printf("FAILED: there is no such case\n");
  if (result != 0 || !test::without_assertion.empty() || !test::without_need.empty() || test::cases == 0) return 1;
  return test::skipped == test::cases ? test::kSkipped : 0;
}
