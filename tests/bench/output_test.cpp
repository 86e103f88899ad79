// Each number lands in its column, and what is written is whole or absent.
#include <doctest/doctest.h>

#include <functional>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "bench/breakdown.h"
#include "bench/create.h"
#include "bench/support.h"

namespace test {
namespace {

using bench::Configuration;

// Everything is other than by default.
Configuration unusual() {
  Configuration configuration;
  configuration.input.ordering = {
      .key_type = vksort::KeyType::f32, .order = vksort::Order::descending, .payload = vksort::Payload::interleaved};
  configuration.input.ties = vksort::Ties::any;
  configuration.input.distribution = bench::Distribution::few;
  configuration.input.source = bench::KeySource::generator;
  configuration.input.key_bits = 9;
  configuration.count_on_gpu = configuration.baseline = true;
  configuration.scratch = vksort::Scratch::required;
  configuration.segments = 7;
  configuration.max_count = 4096;
  configuration.threads = 3;
  return configuration;
}

// Whether a row has these fields in its CSV, each "column=field".
void expectFields(const bench::Fields& fields, const std::string& expected) {
  const auto rows = namedRows(bench::csvHeader(fields) + bench::csvLine(fields));
  REQUIRE(rows.size() == 1);
  std::istringstream words(expected);
  for (std::string word; words >> word;) {
    CAPTURE(word);
    const auto found = rows[0].find(word.substr(0, word.find('=')));
    REQUIRE(found != rows[0].end());
    CHECK(found->second == word.substr(word.find('=') + 1));
  }
}

const std::string kUsual =
    "keys=u32 payload=none layout=split ties=stable order=ascending distribution=random count_on=cpu "
    "key_generator=no used=radix scratch_bytes=4096 key_bits=32 ";
const std::string kUnusual =
    "keys=f32 payload=u32 layout=interleaved ties=any order=descending distribution=few count_on=gpu "
    "key_generator=yes used=radix scratch_bytes=4096 key_bits=9 ";

}  // namespace

TEST_CASE("a_csv_row_has_each_number_in_its_column") {
  bench::Row row = exampleRow("v0", 2.0);
  const std::string numbers =
      "algorithm=v0 n=1024 dispatches=3 median_us=2.00 min_us=1.00 max_us=4.00 keys_per_s=5.12e+08 copy_share=0.250 "
      "cpu_record_us=0.50 ";
  expectFields(bench::rowFields({}, row), kUsual + numbers + "verified=yes segments=1");
  row.measured.verified = false;
  expectFields(bench::rowFields(unusual(), row), kUnusual + numbers + "verified=no segments=7");
}

TEST_CASE("a_breakdown_has_a_row_for_each_pass_and_attributes_the_time") {
  bench::Breakdown breakdown;
  breakdown.count = 1000;
  breakdown.untimed = {3, 24.0, 20.0, 30.0, 0.5, true};
  breakdown.passes = {{{"tile_sort", 9, 2, false, 4000, 4000}, 12.0},
                      {{"global_short", 10, 1, true, 4000, 4000}, 6.0},
                      {{"merge_half", 10, 4, true, 4000, 4000}, 8.0},
                      {{"global_short", 11, 1, true, 4000, 4000}, 4.0}};
  breakdown.used = "radix";
  breakdown.scratch_bytes = 4096;
  const bench::Costs costs = {2.0, 8e9};
  bench::attribute(breakdown, costs);
  const std::vector<bench::KernelTime> kernels = bench::byKernel(breakdown);
  REQUIRE(kernels.size() == 3);
  CHECK(kernels[1].name == "global_short");
  CHECK(kernels[1].us == doctest::Approx(10.0));
  const std::string numbers =
      "n=1000 total_us=24.00 timed_us=30.00 empty_pass_us=2.000 copy_bytes_per_s=8e+09 launch_us=8.00 memory_us=4.00 "
      "rest_us=12.00 verified=yes pass=2 kernel=merge_half stage=10 workgroups=4 bytes=8000 median_us=8.000 ";
  expectFields(bench::breakdownRows({}, breakdown, costs).at(2), kUsual + numbers + "segments=1");
  expectFields(bench::breakdownRows(unusual(), breakdown, costs).at(2), kUnusual + numbers + "segments=7");
}

TEST_CASE("a_creation_has_a_row_for_each_pipeline_and_the_sum") {
  bench::Creation creation = {
      7.5, 2.5, "no subgroups", {{"tile_sort", 100, 2.25, "Spills: 0"}, {"merge_full", 40, 4.0}}};
  const std::vector<bench::Fields> rows = bench::createRows(unusual(), creation);
  REQUIRE(rows.size() == 3);
  const std::string made =
      "keys=f32 payload=u32 layout=interleaved ties=any use=automatic max_count=4096 threads=3 scratch=required "
      "key_generator=yes pipelines=2 first_sort_ms=2.50 ";
  expectFields(rows[0], made + "kernel=tile_sort spirv_bytes=100 ms=2.25");
  expectFields(rows[1], made + "kernel=merge_full spirv_bytes=40 ms=4.00 statistics=");
  expectFields(rows[2], made + "kernel=all spirv_bytes=140 ms=7.50 statistics=");
  CHECK(bench::csvLine(rows[0]).ends_with(",no subgroups,2,2.50,Spills: 0\n"));
  CHECK(bench::createText(creation).starts_with("2 pipelines, level: no subgroups, first usable sort after 2.5 ms\n"));
  creation.pipelines[0].statistics = "a, \"b\": 1";
  CHECK(bench::csvLine(bench::createRows(unusual(), creation)[0]).ends_with(",\"a, \"\"b\"\": 1\"\n"));
}

TEST_CASE("json_rows_parse_and_hold_the_columns_of_the_csv") {
  const Configuration configuration = unusual();
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::tmpfile(), std::fclose);
  {
    const auto array = bench::makeJson(configuration, file.get());
    bench::Row row = exampleRow("v0", 2.0);
    row.anchors.push_back({"some system", "keys", 10, 4.0});
    array->row(row);
    row.measured.verified = false;
    array->row(row);
    array->finish();
  }
  std::rewind(file.get());
  const nlohmann::json rows = nlohmann::json::parse(file.get());
  REQUIRE(rows.size() == 2);
  for (const auto& [column, field, json] : bench::rowFields(configuration, exampleRow("v0", 2.0))) {
    CAPTURE(column);
    const nlohmann::json& value = rows[0][column];
    if (value.is_number()) {
      CHECK(value.get<double>() == doctest::Approx(std::stod(field)));
    } else {
      CHECK((value.is_string() ? value.get<std::string>() : value == true ? "yes" : "no") == field);
    }
  }
  CHECK(rows[0]["against"][0]["gpu_us"] == 4.0);
  CHECK(rows[0]["against"][0]["ratio"] == 0.5);
  CHECK(rows[1]["verified"] == false);
}

TEST_CASE("a_csv_file_is_there_when_finished_and_not_before") {
  const std::filesystem::path path = scratch("rows.csv");
  writeFile(path, "old\n");
  const Configuration configuration;
  {
    const auto file = bench::makeCsv(configuration, path);
    file->row(exampleRow("v0", 2.0));
    CHECK(readFile(path) == "old\n");
  }
  CHECK(readFile(path) == "old\n");
  CHECK(unfinished(path) == 0);
  const auto file = bench::makeCsv(configuration, path);
  file->row(exampleRow("v0", 2.0));
  file->finish();
  CHECK(namedRows(readFile(path)).size() == 1);
  CHECK(unfinished(path) == 0);
}

TEST_CASE("rows_that_cannot_be_written_are_errors") {
  const Configuration configuration;
  const bench::Row row = exampleRow("vksort", 2.0);
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> full(std::fopen("/dev/full", "w"), std::fclose);
  REQUIRE(full);
  for (const auto& output : {bench::makeTable(full.get()).release(), bench::makePaperTable(full.get()).release(),
                             bench::makeJson(configuration, full.get()).release()}) {
    const std::unique_ptr<bench::Output> owned(output);
    CHECK_THROWS_AS(owned->row(row), std::runtime_error);
  }
  CHECK_THROWS_AS(bench::makeJson(configuration, full.get())->finish(), std::runtime_error);
}

TEST_CASE("an_anchor_table_is_read_quickest_first_or_refused_with_the_line") {
  const std::string path = scratch("anchors.csv"), header = "system,mode,log2_n,gpu_us\n";
  const auto read = [&](const std::string& text) {
    writeFile(path, text);
    return bench::readAnchors(path);
  };
  const auto anchors = read(header + "slow (x),keys,10,20.5\r\nquick,keys,10,3\nother,pairs,10,1\nlarge,keys,30,2\n");
  REQUIRE(anchors.size() == 4);
  const auto found = bench::anchorsFor(anchors, "keys", 10);
  REQUIRE(found.size() == 2);
  CHECK(found[0].system == "quick");
  CHECK(found[1].gpu_us == 20.5);
  const auto errorOf = [&](const std::string& text) -> std::string {
    try {
      read(text);
    } catch (const std::runtime_error& error) {
      return error.what();
    }
    return "no error";
  };
  const std::string where = "--against: " + path + ":";
  CHECK(errorOf("a,keys,10,1.5\n").starts_with(where + "1: "));
  for (const char* line : {"a,keys,10", "a,keys,10,", "a,keys,ten,1", "a,keys,10,1.5us", "a,keys,10,1,5", "a,keys,-1,1",
                           "a,keys,10,0", ",keys,10,1", "", "a,keys,10,inf", "a,keys,10,nan", "a,keys,10,1e10",
                           "a,keys,31,1", "a,keys,4294967306,1", "GPU \x80,keys,10,1", "GPU \"a\",keys,10,1"}) {
    CAPTURE(line);
    CHECK(errorOf(header + "a,keys,10,1\n" + line + "\n").starts_with(where + "3: "));
  }
  CHECK(errorOf(header + std::string(std::size_t{1} << 20, '\n')).find("longer than") != std::string::npos);
  for (const char* none : {"/dev/zero", "/nonexistent"}) CHECK_THROWS_AS(bench::readAnchors(none), std::runtime_error);
}

}  // namespace test
