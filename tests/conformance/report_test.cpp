// Checks that incomplete or changed reports are rejected.
#include "report.h"

#include <doctest/doctest.h>

#include "list.h"
#include "packaging/compile.h"
#include "tune_report.h"

namespace test {
namespace {

using conform::Json;

constexpr const char* kClass =
    "{.registers_log2 = 4, .tile_log2 = 12, .small_log2 = 10, .medium_log2 = 11, .large_log2 = 12, .double_tiles = 1, "
    ".smallest_merge_log2 = 11, .merge_log2 = 11, .global_log2 = {10, 0, 11, 0, 12, 0}, .radix_from = 0, "
    ".scratch_log2 = {10, 11}, .rank_shapes = {{32768, 8}, {67584, 9}, {98304, 10}}, .radix_shapes = {{270336, 9, 4, "
    "1}, "
    "{540672, 9, 8, 1}, {1081344, 10, 8, 1}, {268435455, 9, 16, 2}}, .radix_additions = 1, .concurrent_workgroups = "
    "132}";

// Results of an unfinished search in which rank merge of indices became faster.
Json tuning() {
  std::string best = kClass;
  best.replace(best.find("32768, 8"), 8, "24576, 7");
  Json made = {{"budget_seconds", 300}, {"seconds", 301.5}, {"ended", "out of time"}, {"wrong", Json::array()}};
  made["sorters"] = {{"keys", {{"class", kClass}, {"best", kClass}}}, {"index", {{"class", kClass}, {"best", best}}}};
  for (const char* sorter : {"keys", "index"})
    for (const double best_us : {100.0, sorter == std::string("keys") ? 99.0 : 80.0})
      made["searches"].push_back({{"sorter", sorter},
                                  {"algorithm", best_us == 100 ? "bitonic" : "rank"},
                                  {"count", 65536},
                                  {"class_microseconds", 100.0},
                                  {"best_microseconds", best_us},
                                  {"timed", 12},
                                  {"refused", 3}});
  return made;
}

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
  made.tuning = tuning();
  made.results.back()["result"] = "crash";
  made.results.back()["printed"] = "secret";
  return made;
}

}  // namespace

TEST_CASE("complete_reports_are_accepted") {
  const std::string text = reportText(findings());
  CHECK(conform::faultOfReport(text) == "");
  CHECK(text.find("secret") == std::string::npos);
  CHECK(reportName(findings()) == "vksort-" VKSORT_PROGRAM_VERSION "-NVIDIA-A_GPU_rev_1-A_Driver_1.2.3.json");
  const Json report = Json::parse(text);
  const std::string table = conform::tableOf({&report, 1});
  const std::string passed = std::to_string(conform::allCases().size() - 1) + " passed, 1 crashed";
  CHECK(table.find("| A GPU (rev 1) | A Driver 1.2.3 |") != std::string::npos);
  CHECK(table.find("| " + passed + " | 2500 GB/s | 0.01 ms | at least 1.25 (index, rank) |") != std::string::npos);
}

TEST_CASE("committed_reports_are_accepted_and_match_their_table") {
  const std::filesystem::path source = VKSORT_CONFORM_SOURCE;
  std::size_t count = 0;
  for (const auto& file : std::filesystem::directory_iterator(source / "reports")) {
    if (file.path().extension() != ".json") continue;
    ++count;
    CHECK_MESSAGE(conform::faultOfReport(readFile(file.path())) == "", file.path());
  }
  CHECK(count >= 8);
  const ChildResult drawn = run({source / "table", "--check", VKSORT_CONFORM});
  CHECK_MESSAGE(drawn.exit_code == 0, drawn.output);
}

TEST_CASE("reports_with_a_wrong_tuning_search_are_rejected") {
  const auto faultWith = [](const char* pointer, const Json& value) {
    conform::Findings made = findings();
    made.tuning[Json::json_pointer(pointer)] = value;
    return conform::faultOfReport(reportText(made));
  };
  CHECK(faultWith("/seconds", 299) == "");
  CHECK(faultWith("/ended", "well").find("ended \"well\"") != std::string::npos);
  CHECK(faultWith("/searches/2/best_microseconds", 0).find("not above 0") != std::string::npos);
  CHECK(faultWith("/searches/0/class_microseconds", nullptr).starts_with("something is missing or invalid"));
  CHECK(faultWith("/searches/0/sorter", "u32").starts_with("something is missing or invalid"));
  for (const char* text : {"fast", "{.registers_log2 = 4};", "vksort-tuning 4 registers_log2=4"})
    CHECK(faultWith("/sorters/keys/best", text).find("a tuning is invalid") != std::string::npos);
  CHECK(faultWith("/sorts", Json::array({1})).find("ten timings of the best") != std::string::npos);
  conform::Findings made = findings();
  made.tuning = nullptr;
  CHECK(conform::faultOfReport(reportText(made)).starts_with("something is missing or invalid"));
  for (const char* why : {"skipped", "error"}) {
    made.tuning = {{why, "as it was"}};
    const Json report = Json::parse(reportText(made));
    CHECK(conform::faultOfReport(reportText(made)) == "");
    CHECK(conform::tableOf({&report, 1}).find("| not searched |") != std::string::npos);
    CHECK(conform::rowOf(report) == "");
  }
}

TEST_CASE("rows_from_a_report_compile_to_its_tunings") {
  conform::Findings made = findings();
  made.device["name"] = "A GPU\n#error of a driver \\";
  const std::string row = conform::rowOf(Json::parse(reportText(made)));
  CHECK(row.find("index, rank, 65536 elements 20.0 %") != std::string::npos);
  std::string text =
      "#include <sorts/sizes/tuning.h>\nusing vksort::Tuning;\nconstexpr Tuning kTripleTuning{};\n" + row +
      "static_assert(kSearched[0].rank_shapes[0].max_count == 32768 && kSearched[0].concurrent_workgroups == 132);\n"
      "static_assert(kSearched[1].rank_shapes[0].max_count == 24576 && kSearched[1].radix_shapes[3].parts == 2);\n";
  expectCompiles("searched_row", text, {"-std=c++20", "-I", VKSORT_LIBRARY_SOURCE});
  for (Json& search : made.tuning["searches"]) search["best_microseconds"] = 97.5;
  CHECK(conform::rowOf(Json::parse(reportText(made))) == "");
}

TEST_CASE("reports_with_a_changed_byte_are_rejected") {
  const std::string text = reportText(findings());
  constexpr std::size_t kStep = 37;  // prime, so that the changes cover every kind of byte
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
  CHECK(conform::faultOfReport(text.substr(0, text.size() / 2)) == "it is truncated or was modified: it is not JSON");
}

TEST_CASE("incomplete_reports_are_rejected") {
  conform::Findings made = findings();
  made.results.erase(made.results.begin() + 3);
  const std::string missing = conform::faultOfReport(reportText(made));
  CHECK(missing.starts_with("1 of "));
  CHECK(missing.find(conform::allCases()[3].name) != std::string::npos);
  made = findings();
  made.timings["sorts"].erase(0);
  CHECK(conform::faultOfReport(reportText(made)) == "it must contain ten timings");
  made = findings();
  made.results[0]["result"] = "fine";
  CHECK(conform::faultOfReport(reportText(made)) == "a case has the invalid result \"fine\"");
  made = findings();
  made.results.push_back({{"case", "other/case"}, {"result", "pass"}});
  CHECK(conform::faultOfReport(reportText(made)) == "it contains cases that are not in the list");
  CHECK(conform::faultOfReport("{}") == "not a report of vksort-conform");
  CHECK(conform::faultOfReport("[1]") == "not a report of vksort-conform");
  CHECK(conform::faultOfReport(std::string(1'000'000, '[') + std::string(1'000'000, ']')) ==
        "not a report of vksort-conform");
  made = findings();
  made.timings["copy_bytes_per_second"] = nullptr;
  CHECK(conform::faultOfReport(reportText(made)) == "the copy rate is not a number");
}

}  // namespace test
