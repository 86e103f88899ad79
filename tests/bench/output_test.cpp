// Checks that each number is written to its column.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <stdexcept>

#include "bench/create.h"
#include "bench/support.h"

namespace test {
namespace {

using bench::Configuration;

Configuration unusual() {
  Configuration configuration;
  configuration.input.ordering = {
      .key_type = vksort::KeyType::f32, .order = vksort::Order::descending, .payload = vksort::Payload::interleaved};
  configuration.input.ties = vksort::Ties::any;
  configuration.input.distribution = bench::Distribution::few;
  configuration.input.key_bits = 9;
  configuration.count_on_gpu = configuration.baseline = true;
  configuration.scratch = vksort::Scratch::required;
  configuration.segments = 7;
  configuration.segment_lengths = bench::SegmentLengths::zipf;
  configuration.max_count = 4096;
  configuration.threads = 3;
  return configuration;
}

const std::string kColumns = "keys,payload,layout,ties,keys_after", kUsual = "u32,none,split,stable,sorted",
                  kUnusual = "f32,u32,interleaved,any,sorted";

}  // namespace

TEST_CASE("csv_rows_contain_each_number_in_its_column") {
  bench::Row row = exampleRow("v0", 2.0);
  CHECK(bench::csvHeader(bench::rowFields({}, row)) ==
        "system," + kColumns +
            ",order,distribution,segments,count_on,n,dispatches,median_us,min_us,max_us,keys_per_s,"
            "cpu_record_us,verified,used,scratch_bytes,key_bits\n");
  CHECK(bench::csvLine(bench::rowFields({}, row)) ==
        "v0," + kUsual + ",ascending,random,1,cpu,1024,3,2.00,1.00,4.00,5.12e+08,0.50,yes,radix,4096,32\n");
  row.measured.verified = false;
  CHECK(bench::csvLine(bench::rowFields(unusual(), row)) ==
        "v0," + kUnusual + ",descending,few,7,zipf,gpu,1024,3,2.00,1.00,4.00,5.12e+08,0.50,no,radix,4096,9\n");
}

TEST_CASE("creation_rows_list_each_pipeline_and_the_sum") {
  const bench::Creation creation = {
      7.5, 2.5, "no subgroups", {{"tile_sort", 100, 2.25, "a, \"b\": 1"}, {"merge_full", 40, 4.0}}};
  const std::vector<bench::Fields> rows = bench::createRows(unusual(), creation);
  REQUIRE(rows.size() == 3);
  CHECK(bench::csvHeader(rows[0]) ==
        kColumns +
            ",vksort_algorithm,max_count,threads,kernel,spirv_bytes,ms,scratch,level,pipelines,first_sort_ms,"
            "statistics\n");
  const std::string made = kUnusual + ",automatic,4096,3,", end = ",required,no subgroups,2,2.50,";
  CHECK(bench::csvLine(rows[0]) == made + "tile_sort,100,2.25" + end + "\"a, \"\"b\"\": 1\"\n");
  CHECK(bench::csvLine(rows[1]) == made + "merge_full,40,4.00" + end + "\n");
  CHECK(bench::csvLine(rows[2]) == made + "all,140,7.50" + end + "\n");
  CHECK(bench::createText(creation).starts_with("2 pipelines, level: no subgroups, first usable sort after 2.5 ms\n"));
}

TEST_CASE("json_rows_contain_the_columns_of_the_csv") {
  const Configuration configuration = unusual();
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::tmpfile(), std::fclose);
  {
    const auto array = bench::makeJson(configuration, {{"date", "today"}}, file.get());
    bench::Row row = exampleRow("v0", 2.0);
    row.anchors.push_back({"some system", "keys", 10, 4.0, "some GPU"});
    array->row(row);
    row.measured.verified = false;
    array->row(row);
    array->finish();
  }
  std::rewind(file.get());
  const nlohmann::json rows = nlohmann::json::parse(file.get());
  REQUIRE(rows.size() == 2);
  for (const auto& [column, field, typed] : bench::rowFields(configuration, exampleRow("v0", 2.0))) {
    CAPTURE(column);
    const nlohmann::json& value = rows[0][column];
    if (value.is_number()) {
      CHECK(value.get<double>() == doctest::Approx(std::stod(field)));
    } else {
      CHECK((value.is_string() ? value.get<std::string>() : value == true ? "yes" : "no") == field);
    }
  }
  CHECK(rows[0]["against"][0]["gpu_us"] == 4.0);
  CHECK(rows[0]["against"][0]["times_as_long"] == 0.5);
  CHECK(rows[1]["verified"] == false);
  CHECK(rows[1]["date"] == "today");
}

TEST_CASE("rows_that_cannot_be_written_are_errors") {
  const Configuration configuration;
  const bench::Row row = exampleRow("vksort", 2.0);
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> full(std::fopen("/dev/full", "w"), std::fclose);
  REQUIRE(full);
  const std::unique_ptr<bench::Output> outputs[] = {bench::makeTable(full.get()), bench::makePaperTable(full.get()),
                                                    bench::makeJson(configuration, {}, full.get())};
  for (const auto& output : outputs) CHECK_THROWS_AS(output->row(row), std::runtime_error);
  CHECK_THROWS_AS(outputs[2]->finish(), std::runtime_error);
}

TEST_CASE("invalid_anchor_tables_are_rejected_with_the_line") {
  const std::string path = scratch("anchors.csv"), header = "system,mode,log2_n,gpu_us,device\n";
  const auto read = [&](const std::string& text) {
    writeFile(path, text);
    return bench::readAnchors(path);
  };
  const auto anchors =
      read(header + "slow (x),keys,10,20.5,A, B\r\nquick,keys,10,3,A\nother,pairs,10,1,A\nlarge,keys,30,2,A\n");
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
  CHECK(errorOf("a,keys,10,1.5,A\n").starts_with(where + "1: "));
  for (const char* line :
       {"a,keys,10", "a,keys,10,1", "a,keys,10,1,", "a,keys,ten,1,A", "a,keys,10,1.5us,A", "a,keys,-1,1,A",
        "a,keys,10,0,A", ",keys,10,1,A", "", "a,keys,10,inf,A", "a,keys,10,nan,A", "a,keys,10,1e10,A", "a,keys,31,1,A",
        "a,keys,4294967306,1,A", "GPU \x80,keys,10,1,A", "a,keys,10,1,\"A\""}) {
    CAPTURE(line);
    CHECK(errorOf(header + "a,keys,10,1,A\n" + line + "\n").starts_with(where + "3: "));
  }
  CHECK(errorOf(header + std::string(std::size_t{1} << 20, '\n')).find("at most 1 MiB") != std::string::npos);
  for (const char* none : {"/dev/zero", "/nonexistent"}) CHECK_THROWS_AS(bench::readAnchors(none), std::runtime_error);
}

}  // namespace test
