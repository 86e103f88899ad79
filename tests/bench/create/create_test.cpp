// `vksort-bench create`: the pipelines of a Sorter, each with its time and SPIR-V.
#include <doctest/doctest.h>

#include "bench/program.h"
#include "create/create_report.h"

namespace test {
namespace {

// The rows of the file that it writes, without the header.
std::vector<std::vector<std::string>> created(const std::string& options) {
  const ChildResult result = bench("create " + options + " --csv '" + kCsv + "'");
  CAPTURE(result.output);
  REQUIRE(result.exit_code == 0);
  std::vector<std::vector<std::string>> rows;
  for (const std::string& line : splitLines(readFile(kCsv))) rows.push_back(fieldsOf(line));
  REQUIRE(rows.size() > 1);
  CHECK(rows[0].size() == 18);
  rows.erase(rows.begin());
  return rows;
}

}  // namespace

TEST_CASE("create_reports_hold_each_pipeline_and_the_sum") {
  const bench::Creation creation = {7.5, {{"tile_sort", 100, 2.25}, {"merge_full", 40, 4.0}}};
  CHECK(bench::createText(creation) ==
        "pipeline                  SPIR-V bytes         ms\n"
        "tile_sort                         100        2.2\n"
        "merge_full                         40        4.0\n"
        "sum of 2                          140        6.2\n"
        "Sorter::create()                  140        7.5\n");
  bench::Configuration configuration;
  configuration.max_count = 4096;
  configuration.threads = 3;
  configuration.lists = 2;
  const std::string begin = "u32,none,split,value,automatic,lists,no,no,4096,3,";
  CHECK(bench::createCsv(configuration, creation) ==
        "keys,values,layout,ties,use,count,coherent,hook,max_count,threads,kernel,spirv_bytes,ms,always_lends,order,"
        "path,key_bits,value_bits\n" +
            begin + "tile_sort,100,2.25,no,ascending,automatic,32,0\n" + begin +
            "merge_full,40,4.00,no,ascending,automatic,32,0\n" + begin + "all,140,7.50,no,ascending,automatic,32,0\n");
  configuration.always_lends = true;
  configuration.input.ordering = {.order = vksort::Order::descending, .values = vksort::Values::split};
  configuration.path = vksort::Path::floor;
  configuration.input.key_bits = 9;
  configuration.input.value_bits = 20;
  CHECK(bench::createCsv(configuration, creation).ends_with(",all,140,7.50,yes,descending,floor,9,20\n"));
}

TEST_CASE("create_names_the_same_pipelines_on_any_number_of_threads") {
  const std::string options = "--values u32 --use bitonic --max-count 64";
  std::vector<std::string> kernels[2];
  for (const bool threads : {false, true}) {
    const auto rows = created(options + (threads ? " --threads 3" : ""));
    std::uint64_t bytes = 0;
    for (const std::vector<std::string>& row : rows) {
      CHECK(row[1] == "u32");
      CHECK(row[4] == "bitonic");
      CHECK(row[8] == "64");
      CHECK(row[9] == (threads ? "3" : "1"));
      CHECK(std::stoull(row[11]) > 1000);
      CHECK(std::stod(row[12]) > 0);
      kernels[threads].push_back(row[10] + " " + row[11]);
      if (row[10] != "all") bytes += std::stoull(row[11]);
    }
    CHECK(rows.back()[10] == "all");
    CHECK(std::stoull(rows.back()[11]) == bytes);
  }
  CHECK(kernels[0] == kernels[1]);
  CHECK(kernels[0].size() >= 2);
}

TEST_CASE("create_makes_fewer_pipelines_where_memory_is_always_lent") {
  const auto never = created("--use rank --max-count 300"), always = created("--use rank --max-count 300 --always-lends");
  CHECK(always.size() < never.size());
  CHECK(always.back()[13] == "yes");
  CHECK(never.back()[13] == "no");
}

TEST_CASE("create_refuses_what_it_cannot_make") {
  for (const std::string option : {"--threads", "--max-count"}) {
    for (const std::string value : {"0", "-1", "x", "4294967296"}) {
      const ChildResult result = bench("create " + option + " " + value);
      CAPTURE(result.output);
      CHECK(result.exit_code == 2);
      CHECK(result.output.starts_with("vksort-bench: " + option));
      CHECK(splitLines(result.output).size() == 1);
    }
  }
  for (const std::string options : {"--lists 3 --coherent", "--lists 3 --count-on gpu", "--hook", "--count 3"}) {
    CHECK(bench("create " + options).exit_code == 2);
  }
}

}  // namespace test
