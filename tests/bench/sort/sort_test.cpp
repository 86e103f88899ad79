// `vksort-bench sort`, with and without its name: what is printed and written.
#include <doctest/doctest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "algorithms/algorithms.h"
#include "bench/program.h"
#include "output/csv.h"

namespace test {

TEST_CASE("what_is_no_plain_file_or_belongs_to_another_is_not_replaced") {
  const std::string pipe = kCsv + ".pipe";
  std::filesystem::remove(pipe);
  REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
  CHECK(bench("--count 8 --csv '" + pipe + "'").exit_code == 2);
  CHECK(std::filesystem::is_fifo(pipe));
  std::filesystem::remove(pipe);

  std::ofstream(kCsv + ".part") << "precious";
  CHECK(bench("--count 8 --repeat 1 --csv '" + kCsv + "'").exit_code == 0);
  CHECK(readFile(kCsv + ".part") == "precious");
  std::filesystem::remove(kCsv + ".part");
}

TEST_CASE("a_file_that_is_read_is_not_written") {
  const std::string tuning = scratch("read-tuning.txt"), link = scratch("read-tuning.link");
  const std::string text =
      "vksort-tuning 3 registers_log2=4 tile_log2=11 small_log2=0 medium_log2=0 large_log2=0 double_tiles=0 "
      "smallest_merge_log2=11 merge_log2=11 global_log2=10,0,0,11,0,0 subgroup_sort=0 radix_from=0\n";
  writeFile(tuning, text);
  std::filesystem::remove(link);
  std::filesystem::create_symlink(tuning, link);
  for (const std::string command : {"sort --count 8", "ladder --min-log2 8 --max-log2 8", "growth --count 8",
                                    "breakdown --count 8", "create --max-count 8"}) {
    for (const std::string& csv : {tuning, link}) {
      const ChildResult result = bench(command + " --tuning '" + tuning + "' --csv '" + csv + "'");
      CAPTURE(command);
      CHECK(result.exit_code == 2);
      CHECK(result.output == "vksort-bench: --csv: cannot write " + csv + ": --tuning reads it\n");
      CHECK(readFile(tuning) == text);
    }
  }
  for (const std::string command : {"sort --count 8", "ladder --json --min-log2 8 --max-log2 8"}) {
    const ChildResult result = bench(command + " --against '" + kAnchors + "' --csv '" + kAnchors + "'");
    CAPTURE(command);
    CHECK(result.exit_code == 2);
    CHECK(result.output == "vksort-bench: --csv: cannot write " + kAnchors + ": --against reads it\n");
    CHECK(readFile(kAnchors).ends_with("keys,10,2\n"));
  }
}

TEST_CASE("all_algorithms_are_timed_verified_and_written") {
  const ChildResult result = bench("--algorithm all --min-log2 10 --max-log2 11 --repeat 1 --csv '" + kCsv + "'");
  CAPTURE(result.output);
  REQUIRE(result.exit_code == 0);
  const std::vector<std::string> lines = splitLines(readFile(kCsv));
  REQUIRE(lines.size() == 1 + 2 * bench::allAlgorithms().size());
  CHECK(lines[0] == bench::csvHeader());
  for (std::size_t i = 1; i < lines.size(); ++i) CHECK(lines[i].find(",yes,") != std::string::npos);
}

TEST_CASE("keys_are_computed_in_the_sort_or_in_a_pass_before_it") {
  for (const std::string values : {"none", "u32"}) {
    std::uint32_t dispatches[2] = {};
    double bytes[2] = {};
    for (const bool hook : {true, false}) {
      const std::string mode = hook ? "--hook" : "--key-pass";
      const ChildResult result =
          bench("--json --keys f32 --order descending --count 1,700,9000 --repeat 2 --algorithm all " + mode +
                    " --values " + values + " --csv '" + kCsv + "'",
                "2>/dev/null");
      CAPTURE(result.output);
      REQUIRE(result.exit_code == 0);
      const nlohmann::json rows = nlohmann::json::parse(result.output);
      REQUIRE(rows.size() == 3);  // vksort alone
      for (const auto& row : rows) {
        CHECK(row["algorithm"] == "vksort");
        CHECK(row["hook"] == hook);
        CHECK(row["key_pass"] == !hook);
        CHECK(row["scratch_bytes"] == 0);
        CHECK(row["verified"] == true);
      }
      dispatches[hook] = rows[2]["dispatches"];
      bytes[hook] = rows[2]["bytes_moved"];
      const std::vector<std::string> lines = splitLines(readFile(kCsv));
      REQUIRE(lines.size() == 4);
      for (std::size_t i = 1; i < 4; ++i)
        CHECK(lines[i].find(hook ? ",cpu,no,yes," : ",cpu,no,pass,") != std::string::npos);
    }
    // One pass and one round trip less.
    CHECK(dispatches[0] == dispatches[1] + 1);
    CHECK(bytes[0] - bytes[1] == 9000.0 * (values == "none" ? 8 : 16));
  }
}

TEST_CASE("keys_are_computed_in_sorts_that_are_lent_memory_too") {
  const ChildResult result = bench(
      "--json --keys f32 --values u32 --count 700,9000 --repeat 2 --hook --scratch on --use radix --csv '" + kCsv + "'",
      "2>/dev/null");
  CAPTURE(result.output);
  REQUIRE(result.exit_code == 0);
  const nlohmann::json rows = nlohmann::json::parse(result.output);
  REQUIRE(rows.size() == 2);
  const std::vector<std::string> lines = splitLines(readFile(kCsv));
  REQUIRE(lines.size() == 3);
  for (std::size_t i = 0; i < 2; ++i) {
    CHECK(rows[i]["hook"] == true);
    CHECK(rows[i]["used"] == "radix");
    CHECK(rows[i]["verified"] == true);
    CHECK(rows[i]["scratch_bytes"] > rows[i]["n"].get<std::uint64_t>() * 8);
    CHECK(fieldsOf(lines[i + 1])[21] == std::to_string(rows[i]["scratch_bytes"].get<std::uint64_t>()));
  }
}

TEST_CASE("indices_that_the_sort_writes_are_timed_and_written") {
  const ChildResult result = bench(
      "--json --values iota --count 700,9000 --repeat 3 --algorithm all --scratch on --use radix --csv '" + kCsv + "'",
      "2>/dev/null");
  CAPTURE(result.output);
  REQUIRE(result.exit_code == 0);
  const nlohmann::json rows = nlohmann::json::parse(result.output);
  REQUIRE(rows.size() == 2);  // vksort alone
  const std::vector<std::string> lines = splitLines(readFile(kCsv));
  REQUIRE(lines.size() == 3);
  for (std::size_t i = 0; i < 2; ++i) {
    CHECK(rows[i]["values"] == "iota");
    CHECK(rows[i]["layout"] == "split");
    CHECK(rows[i]["used"] == "radix");
    CHECK(rows[i]["verified"] == true);
    CHECK(lines[i + 1].starts_with("vksort,u32,iota,split,value,"));
  }
}

TEST_CASE("sorts_are_timed_whose_count_is_on_the_gpu") {
  const ChildResult result = bench(
      "--json --count-on gpu --capacity 20000 --count 1,700,9000,20000 --repeat 2 "
      "--algorithm all --values u32 --ties any",
      "2>/dev/null");
  CAPTURE(result.output);
  REQUIRE(result.exit_code == 0);
  const nlohmann::json rows = nlohmann::json::parse(result.output);
  REQUIRE(rows.size() == 4);  // vksort alone
  for (const auto& row : rows) {
    CHECK(row["algorithm"] == "vksort");
    CHECK(row["count_on"] == "gpu");
    CHECK(row["dispatches"] == rows[0]["dispatches"]);
    CHECK(row["verified"] == true);
  }
  // What is moved follows the count, not the most that there may be.
  const ChildResult alone =
      bench("--json --count-on gpu --count 700 --repeat 2 --values u32 --ties any", "2>/dev/null");
  REQUIRE(alone.exit_code == 0);
  CHECK(rows[1]["n"] == 700);
  CHECK(rows[1]["bytes_moved"] == nlohmann::json::parse(alone.output)[0]["bytes_moved"]);
}

TEST_CASE("json_is_all_that_goes_to_stdout") {
  const ChildResult result =
      bench("--json --count 1024 --repeat 2 --algorithm vksort,v5,block --against '" + kAnchors + "'", "2>/dev/null");
  CAPTURE(result.output);
  REQUIRE(result.exit_code == 0);
  const nlohmann::json rows = nlohmann::json::parse(result.output);
  REQUIRE(rows.size() == 3);
  CHECK(rows[0]["against"][0]["system"] == "some system");
  CHECK_FALSE(rows[2].contains("against"));  // tiles alone are no sort
  for (const auto& row : rows) CHECK(row["verified"] == true);
}

TEST_CASE("anchors_stand_below_the_row_of_their_size") {
  const ChildResult result = bench("--count 1024,2048 --repeat 1 --against '" + kAnchors + "'", "2>/dev/null");
  REQUIRE(result.exit_code == 0);
  const std::vector<std::string> lines = splitLines(result.output);
  REQUIRE(lines.size() == 6);
  CHECK(lines[4].ends_with(" x some system (2.00 us)"));
}

TEST_CASE("keys_of_64_bits_are_timed_verified_and_written_like_others") {
  for (const std::string values : {"none", "u32"}) {
    const ChildResult result = bench("sort --keys u64 --values " + values +
                                         " --order descending --distribution few --count 1,700,9000 --repeat 2 --json "
                                         "--algorithm cpu,vksort,verify --csv '" +
                                         kCsv + "'",
                                     "2>/dev/null");
    CAPTURE(result.output);
    REQUIRE(result.exit_code == 0);
    const nlohmann::json rows = nlohmann::json::parse(result.output);
    REQUIRE(rows.size() == 9);
    for (const auto& row : rows) {
      CHECK(row["keys"] == "u64");
      CHECK(row["values"] == values);
      CHECK(row["layout"] == "split");
      CHECK(row["verified"] == true);
    }
    // Once each way for each dispatch that goes over all of them: 8 bytes, or 12 with values.
    CHECK(rows[8]["algorithm"] == "verify");
    CHECK(rows[8]["bytes_moved"] == 9000 * (values == "none" ? 8 : 12));
    const std::vector<std::string> lines = splitLines(readFile(kCsv));
    REQUIRE(lines.size() == 10);
    for (std::size_t i = 1; i < lines.size(); ++i) {
      CHECK(lines[i].find(",u64," + values + ",split,value,descending,few,1,cpu,no,no,") != std::string::npos);
      CHECK(lines[i].find(",yes,") != std::string::npos);
    }
  }
}

TEST_CASE("keys_of_64_bits_go_with_lists_a_count_on_the_gpu_and_coherence" * doctest::test_suite("full")) {
  // Where a few elements are enough, no large kernel needs to be compiled.
  for (const std::string mode : {"--count 1,50,700 --lists 7", "--count 1,50,700 --count-on gpu --capacity 10000",
                                 "--count 1,50,5000 --path floor --coherent --distribution nearly"}) {
    const ChildResult result = bench("--keys u64 --values u32 --repeat 2 " + mode + " --csv '" + kCsv + "'");
    CAPTURE(result.output);
    REQUIRE(result.exit_code == 0);
    const std::vector<std::string> lines = splitLines(readFile(kCsv));
    REQUIRE(lines.size() == 4);
    for (std::size_t i = 1; i < lines.size(); ++i) CHECK(lines[i].find(",yes,") != std::string::npos);
  }
}

}  // namespace test
