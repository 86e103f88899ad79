// `vksort-bench ladder`: its table.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "bench/program.h"
#include "bench/rows.h"
#include "ladder/ladder_table.h"

namespace test {

TEST_CASE("the_table_of_the_ladder_has_both_speed_ups") {
  const std::vector<std::string> lines = splitLines(printed([&](std::FILE* file) {
    bench::LadderTable table(file);
    table.row(exampleRow("cpu", 8000));
    table.row(exampleRow("v0", 4000));
    table.row(exampleRow("v1", 1000));
    bench::Row next = exampleRow("v1", 1000);
    next.count = 2048;
    table.row(next);
  }));
  REQUIRE(lines.size() == 6);
  const auto expectWords = [&](std::size_t line, const std::vector<std::string>& words) {
    std::vector<std::string> found;
    std::istringstream stream(lines[line]);
    for (std::string word; stream >> word;) {
      if (word != "|") found.push_back(word);
    }
    CHECK(found == words);
  };
  expectWords(2, {"2^10", "std::sort", "8.0000", "-", "1.00", "-", "-", "yes"});
  expectWords(3, {"2^10", "V0", "4.0000", "2.00", "2.00", "3", "25", "%", "yes"});
  expectWords(4, {"2^10", "V1", "1.0000", "4.00", "8.00", "3", "25", "%", "yes"});
  expectWords(5, {"2^11", "V1", "1.0000", "-", "-", "3", "25", "%", "yes"});
}

TEST_CASE("the_ladder_is_a_markdown_table_with_vksort_last") {
  for (const char* order : {"ascending", "descending"}) {
    const ChildResult result = bench(std::string("ladder --min-log2 12 --max-log2 12 --repeat 1 --keys i32 --order ") +
                                         order + " --csv '" + kCsv + "'",
                                     "2>/dev/null");
    CAPTURE(result.output);
    REQUIRE(result.exit_code == 0);
    const std::vector<std::string> lines = splitLines(result.output);
    REQUIRE(lines.size() >= 11);  // V3 may be missing on a device without shuffles
    CHECK(lines[2].starts_with("| n "));
    CHECK(lines[4].starts_with("| 2^12 | std::sort "));
    CHECK(lines.back().starts_with("| 2^12 | vksort "));
    for (std::size_t i = 4; i < lines.size(); ++i) CHECK(lines[i].ends_with("| yes      |"));
    CHECK(splitLines(readFile(kCsv)).size() == lines.size() - 3);
  }
}

TEST_CASE("the_ladder_is_json_where_that_is_asked_for_and_compares_there") {
  const std::string sizes = "ladder --min-log2 10 --max-log2 10 --repeat 1 --against '" + kAnchors + "'";
  const ChildResult result = bench(sizes + " --json", "2>/dev/null");
  CAPTURE(result.output);
  REQUIRE(result.exit_code == 0);
  const nlohmann::json rows = nlohmann::json::parse(result.output);
  REQUIRE(rows.size() >= 7);
  CHECK(rows.front()["algorithm"] == "cpu");
  CHECK(rows.back()["algorithm"] == "vksort");
  CHECK(rows.back()["against"][0]["system"] == "some system");
  const ChildResult refused = bench(sizes);
  CHECK(refused.exit_code == 2);
  CHECK(refused.output.find("--against: needs --json") != std::string::npos);
}

}  // namespace test
