#include <doctest/doctest.h>

#include <iterator>
#include <nlohmann/json.hpp>
#include <sstream>

#include "bench/program.h"
#include "bench/rows.h"
#include "ladder/ladder_table.h"
#include "output/csv.h"
#include "output/json.h"
#include "output/outputs.h"
#include "output/table.h"
#include "paths.h"
#include "support/child.h"

namespace test {
TEST_CASE("the_csv_header_is_exact") {
  CHECK(std::string(bench::csvHeader()) ==
        "algorithm,keys,values,layout,ties,order,distribution,lists,count_on,coherent,hook,n,dispatches,median_us,"
        "min_us,max_us,keys_per_s,copy_share,cpu_record_us,verified,used,scratch_bytes,key_bits,camera,value_bits");
}

TEST_CASE("a_csv_row_has_a_field_for_each_column") {
  bench::Configuration configuration;
  CHECK(bench::csvRow(configuration, exampleRow("vksort", 2.0)) ==
        "vksort,u32,none,split,value,ascending,random,1,cpu,no,no,1024,3,2.00,1.00,4.00,5.12e+08,0.250,0.50,yes,radix,"
        "4096,32,no,0");
  configuration.count_on_gpu = true;
  CHECK(bench::csvRow(configuration, exampleRow("vksort", 2.0)) ==
        "vksort,u32,none,split,value,ascending,random,1,gpu,no,no,1024,3,2.00,1.00,4.00,5.12e+08,0.250,0.50,yes,radix,"
        "4096,32,no,0");
  configuration.count_on_gpu = false;
  configuration.input.ordering.key_type = vksort::KeyType::f32;
  configuration.input.ordering.values = vksort::Values::interleaved;
  configuration.input.ordering.order = vksort::Order::descending;
  bench::Row wrong = exampleRow("vksort", 2.0);
  wrong.measured.verified = false;
  CHECK(bench::csvRow(configuration, wrong) ==
        "vksort,f32,u32,interleaved,value,descending,random,1,cpu,no,no,1024,3,2.00,1.00,4.00,5.12e+08,0.250,0.50,no,"
        "radix,4096,32,no,32");
}

TEST_CASE("keys_of_64_bits_and_computed_keys_stand_in_their_columns") {
  bench::Configuration configuration;
  configuration.input.ordering.key_type = vksort::KeyType::u64;
  configuration.input.ordering.values = vksort::Values::split;
  CHECK(bench::csvRow(configuration, exampleRow("vksort", 2.0)) ==
        "vksort,u64,u32,split,value,ascending,random,1,cpu,no,no,1024,3,2.00,1.00,4.00,5.12e+08,0.250,0.50,yes,radix,"
        "4096,64,no,32");
  configuration = {};
  configuration.input.ordering.key_type = vksort::KeyType::f32;
  configuration.coherent = true;
  configuration.lists = 7;
  for (const auto& [source, word] : {std::pair(bench::KeySource::hook, "yes"), {bench::KeySource::pass, "pass"}}) {
    configuration.input.source = source;
    CHECK(bench::csvRow(configuration, exampleRow("vksort", 2.0)) ==
          "vksort,f32,none,split,value,ascending,random,7,cpu,yes," + std::string(word) +
              ",1024,3,2.00,1.00,4.00,5.12e+08,0.250,0.50,yes,radix,4096,32,no,0");
  }
}

TEST_CASE("a_csv_file_is_there_when_finished_and_not_before") {
  const std::filesystem::path path = scratch("rows.csv");
  writeFile(path, "old\n");
  const bench::Configuration configuration;
  {
    bench::CsvFile file(configuration, path);
    file.row(exampleRow("v0", 2.0));
    CHECK(readFile(path) == "old\n");
  }
  CHECK(readFile(path) == "old\n");
  CHECK(unfinished(path) == 0);
  bench::CsvFile file(configuration, path);
  file.row(exampleRow("v0", 2.0));
  file.finish();
  CHECK(splitLines(readFile(path)).size() == 2);
  CHECK(splitLines(readFile(path))[0] == bench::csvHeader());
  CHECK(unfinished(path) == 0);
}

TEST_CASE("rows_that_cannot_be_written_are_errors") {
  const bench::Configuration configuration;
  const bench::Row row = exampleRow("vksort", 2.0);
  const auto onFull = [&](const std::function<void(std::FILE*)>& write) {
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> full(std::fopen("/dev/full", "w"), std::fclose);
    REQUIRE(full);
    CHECK_THROWS_WITH_AS(write(full.get()), "cannot write to stdout: No space left on device", std::runtime_error);
  };
  onFull([&](std::FILE* file) { bench::Table(file).row(row); });
  onFull([&](std::FILE* file) { bench::LadderTable(file).row(row); });
  onFull([&](std::FILE* file) { bench::JsonArray(configuration, file).row(row); });
  onFull([&](std::FILE* file) { bench::JsonArray(configuration, file).finish(); });
}

TEST_CASE("the_table_for_people_comes_before_the_file_so_that_no_file_is_finished_without_it") {
  struct Watched : bench::Output {
    explicit Watched(std::filesystem::path file) : csv(std::move(file)) {}
    void row(const bench::Row&) override { throw std::runtime_error("full"); }
    void finish() override { CHECK_FALSE(std::filesystem::exists(csv)); }
    std::filesystem::path csv;
  };
  const std::string path = scratch("ordered.csv");
  std::filesystem::remove(path);
  const bench::Configuration configuration;
  {
    const auto outputs = bench::openOutputs({path, false, ""}, configuration, std::make_unique<Watched>(path));
    REQUIRE(outputs.size() == 2);
    CHECK_THROWS_AS(outputs[0]->row(exampleRow("vksort", 2.0)), std::runtime_error);
    for (const auto& output : outputs) output->finish();
    CHECK(std::filesystem::exists(path));
  }
}

TEST_CASE("json_rows_parse_and_hold_the_columns_of_the_csv") {
  bench::Configuration configuration;
  configuration.input.ordering.values = vksort::Values::split;
  configuration.input.key_bits = 9;
  configuration.input.value_bits = 20;
  configuration.lists = 7;
  const std::string text = printed([&](std::FILE* file) {
    bench::JsonArray array(configuration, file);
    bench::Row row = exampleRow("v0", 2.0);
    row.anchors.push_back({"some \"system\"", "keys", 10, 4.0});
    array.row(row);
    array.row(exampleRow("v1", 1.0));
    row.measured.verified = false;
    array.row(row);
    array.finish();
  });
  const nlohmann::json rows = nlohmann::json::parse(text);
  REQUIRE(rows.size() == 3);
  const std::vector<std::string> columns = fieldsOf(bench::csvHeader());
  const std::vector<std::string> fields = fieldsOf(bench::csvRow(configuration, exampleRow("v0", 2.0)));
  REQUIRE(columns.size() == 25);
  REQUIRE(fields.size() == columns.size());
  for (std::size_t i = 0; i < columns.size(); ++i) {
    CAPTURE(columns[i]);
    const nlohmann::json& value = rows[0][columns[i]];
    if (value.is_number()) {
      CHECK(value.get<double>() == doctest::Approx(std::stod(fields[i])));
    } else if (value.is_string()) {
      CHECK(value == fields[i]);
    } else {
      CHECK(fields[i] == (value == true ? "yes" : "no"));
    }
  }
  CHECK(rows[0]["against"][0]["gpu_us"] == 4.0);
  CHECK(rows[0]["against"][0]["ratio"] == 0.5);
  CHECK(rows[0]["bytes_moved"] == 24576);
  CHECK(rows[1]["algorithm"] == "v1");
  CHECK(rows[1]["verified"] == true);
  CHECK(rows[2]["verified"] == false);
}

TEST_CASE("the_table_for_people_has_each_number_in_its_column") {
  bench::Row row = exampleRow("vksort", 2.0);
  row.anchors = {{"some system", "keys", 10, 4.0}};
  std::istringstream text(printed([&](std::FILE* file) { bench::Table(file).row(row); }));
  std::string line;
  const auto words = [&] {
    REQUIRE(std::getline(text, line));
    std::istringstream in(line);
    return std::vector<std::string>(std::istream_iterator<std::string>(in), {});
  };
  CHECK(words().front() == "algorithm");
  CHECK(words() == std::vector<std::string>{"vksort", "1024", "3", "2.00", "1.00", "4.00", "512.0", "0.025", "25.0%",
                                            "0.50", "yes", "radix"});
  CHECK(words() == std::vector<std::string>{"0.500", "x", "some", "system", "(4.00", "us)"});
}

TEST_CASE("an_empty_json_array_parses") {
  const bench::Configuration configuration;
  const std::string text = printed([&](std::FILE* file) { bench::JsonArray(configuration, file).finish(); });
  CHECK(nlohmann::json::parse(text).empty());
}

}  // namespace test
