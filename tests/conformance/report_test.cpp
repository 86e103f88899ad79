// Reports are refused if they were altered or are not whole.
#include "report.h"

#include <doctest/doctest.h>

#include "list.h"

namespace test {
namespace {

using conform::Json;

conform::Findings findings() {
  conform::Findings made;
  made.device = {{"name", "A GPU (rev 1)"},
                 {"vendor_id", "0x10de"},
                 {"driver", {{"name", "A Driver"}, {"info", "1.2.3"}, {"version", 7}}}};
  made.timings["copy_bytes_per_second"] = 2.5e12;
  for (std::uint32_t i = 0; i < 10; ++i)
    made.timings["sorts"].push_back({{"sorter", "index"}, {"count", 1u << (i + 13)}, {"microseconds", 12.25}});
  for (const conform::Case& each : conform::allCases())
    made.results.push_back({{"case", each.name}, {"result", "pass"}, {"kernels", {"tile_sort"}}});
  made.results.back()["result"] = "crash";
  made.results.back()["printed"] = "secret";
  return made;
}

}  // namespace

TEST_CASE("a_whole_report_is_taken") {
  const std::string text = reportText(findings());
  CHECK(conform::faultOfReport(text) == "");
  CHECK(text.find("secret") == std::string::npos);
  CHECK(reportName(findings()) == "vksort-" VKSORT_VERSION "-NVIDIA-A_GPU_rev_1-A_Driver_1.2.3.json");
  const Json report = Json::parse(text);
  const std::string table = conform::tableOf({&report, 1});
  const std::string passed = std::to_string(conform::allCases().size() - 1) + " passed, 1 crashed";
  CHECK(table.find("| A GPU (rev 1) | A Driver 1.2.3 |") != std::string::npos);
  CHECK(table.find("| " + passed + " | 2500 GB/s | 0.01 ms |") != std::string::npos);
}

TEST_CASE("a_report_with_one_byte_changed_is_refused") {
  const std::string text = reportText(findings());
  constexpr std::size_t kStep = 37;  // a prime: every kind of byte in some seconds
  std::size_t refused = 0, tried = 0;
  for (std::size_t i = 0; i < text.size(); i += kStep) {
    for (const char other : {static_cast<char>(text[i] ^ 1), ' '}) {
      if (other == text[i]) continue;
      std::string altered = text;
      altered[i] = other;
      ++tried;
      refused += conform::faultOfReport(altered).empty() ? 0 : 1;
    }
  }
  CHECK(tried > 500);
  CHECK(refused == tried);
  CHECK(conform::faultOfReport(text + "\n") != "");
  CHECK(conform::faultOfReport(text.substr(0, text.size() / 2)) == "it is not whole, or was altered: it is not JSON");
}

TEST_CASE("an_incomplete_report_is_refused") {
  conform::Findings made = findings();
  made.results.erase(made.results.begin() + 3);
  const std::string missing = conform::faultOfReport(reportText(made));
  CHECK(missing.starts_with("1 of "));
  CHECK(missing.find(conform::allCases()[3].name) != std::string::npos);
  made = findings();
  made.timings["sorts"].erase(0);
  CHECK(conform::faultOfReport(reportText(made)) == "it does not have ten timings");
  made = findings();
  made.results[0]["result"] = "fine";
  CHECK(conform::faultOfReport(reportText(made)) == "a case has the result \"fine\"");
  made = findings();
  made.results.push_back({{"case", "other/case"}, {"result", "pass"}});
  CHECK(conform::faultOfReport(reportText(made)) == "it has cases that are not in the list");
  CHECK(conform::faultOfReport("{}") == "it is not a report of vksort-conform");
  CHECK(conform::faultOfReport("[1]") == "it is not a report of vksort-conform");
  CHECK(conform::faultOfReport(std::string(1'000'000, '[') + std::string(1'000'000, ']')) ==
        "it is not a report of vksort-conform");
  made = findings();
  made.timings["copy_bytes_per_second"] = nullptr;
  CHECK(conform::faultOfReport(reportText(made)) == "its copy rate is not a number");
}

}  // namespace test
