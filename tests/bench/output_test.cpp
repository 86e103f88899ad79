#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "support/child.h"
#include "csv.h"
#include "json.h"
#include "ladder_table.h"
#include "paths.h"

namespace test {
namespace {

bench::Row exampleRow(const std::string& algorithm, double median_us) {
  bench::Row row;
  row.algorithm = algorithm;
  row.count = 1024;
  row.measured = {3, median_us, 1.0, 4.0, 0.5, true};
  row.bytes_moved = 24576;
  row.copy_share = 0.25;
  return row;
}

// What `write` prints to a stream.
template <typename Write>
std::string printed(Write write) {
  std::FILE* file = std::tmpfile();
  write(file);
  std::rewind(file);
  std::string text;
  for (int c = 0; (c = std::fgetc(file)) != EOF;) text += static_cast<char>(c);
  std::fclose(file);
  return text;
}

}  // namespace

TEST_CASE("the_csv_header_is_exact") {
  CHECK(std::string(bench::csvHeader()) ==
        "algorithm,keys,values,layout,ties,order,distribution,lists,count_on,coherent,hook,n,dispatches,median_us,"
        "min_us,max_us,keys_per_s,copy_share,cpu_record_us,verified");
}

TEST_CASE("a_csv_row_has_a_field_for_each_column") {
  bench::Options options;
  CHECK(bench::csvRow(options, exampleRow("vksort", 2.0)) ==
        "vksort,u32,none,split,value,ascending,random,1,cpu,no,no,1024,3,2.00,1.00,4.00,5.12e+08,0.250,0.50,yes");
  options.count_on_gpu = true;
  CHECK(bench::csvRow(options, exampleRow("vksort", 2.0)) ==
        "vksort,u32,none,split,value,ascending,random,1,gpu,no,no,1024,3,2.00,1.00,4.00,5.12e+08,0.250,0.50,yes");
  options.count_on_gpu = false;
  options.key_type = vksort::KeyType::f32;
  options.values = vksort::Values::interleaved;
  options.order = vksort::Order::descending;
  bench::Row wrong = exampleRow("vksort", 2.0);
  wrong.measured.verified = false;
  CHECK(bench::csvRow(options, wrong) ==
        "vksort,f32,u32,interleaved,value,descending,random,1,cpu,no,no,1024,3,2.00,1.00,4.00,5.12e+08,0.250,0.50,no");
}

TEST_CASE("a_csv_file_is_there_when_finished_and_not_before") {
  const std::filesystem::path path = std::string(kScratchDir) + "/rows.csv";
  std::filesystem::create_directories(kScratchDir);
  writeFile(path, "old\n");
  const bench::Options options;
  {
    bench::CsvFile file(options, path);
    file.row(exampleRow("v0", 2.0));
    CHECK(readFile(path) == "old\n");
  }
  CHECK(readFile(path) == "old\n");
  CHECK_FALSE(std::filesystem::exists(path.string() + ".part"));
  bench::CsvFile file(options, path);
  file.row(exampleRow("v0", 2.0));
  file.finish();
  CHECK(splitLines(readFile(path)).size() == 2);
  CHECK(splitLines(readFile(path))[0] == bench::csvHeader());
  CHECK_FALSE(std::filesystem::exists(path.string() + ".part"));
}

TEST_CASE("json_rows_parse_and_hold_the_columns_of_the_csv") {
  const bench::Options options;
  const std::string text = printed([&](std::FILE* file) {
    bench::JsonArray array(options, file);
    bench::Row row = exampleRow("v0", 2.0);
    row.anchors.push_back({"some \"system\"", "keys", 10, 4.0});
    array.row(row);
    array.row(exampleRow("v1", 1.0));
    array.finish();
  });
  const nlohmann::json rows = nlohmann::json::parse(text);
  REQUIRE(rows.size() == 2);
  std::string columns = bench::csvHeader();
  std::size_t fields = 0;
  for (std::size_t begin = 0; begin < columns.size(); ++fields) {
    const std::size_t end = std::min(columns.find(',', begin), columns.size());
    CHECK(rows[0].contains(columns.substr(begin, end - begin)));
    begin = end + 1;
  }
  CHECK(fields == 20);
  CHECK(rows[0]["against"][0]["ratio"] == 0.5);
  CHECK(rows[0]["bytes_moved"] == 24576);
  CHECK(rows[1]["algorithm"] == "v1");
  CHECK(rows[1]["verified"] == true);
}

TEST_CASE("an_empty_json_array_parses") {
  const bench::Options options;
  const std::string text = printed([&](std::FILE* file) { bench::JsonArray(options, file).finish(); });
  CHECK(nlohmann::json::parse(text).empty());
}

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

}  // namespace test
