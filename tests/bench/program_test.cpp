// The program as it is started: what it prints, writes and refuses.
#include <doctest/doctest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>

#include <nlohmann/json.hpp>

#include "support/child.h"
#include "csv.h"
#include "paths.h"

namespace test {
namespace {

const std::string kAnchors = std::string(kScratchDir) + "/program-anchors.csv";
const std::string kCsv = std::string(kScratchDir) + "/program.csv";

// Runs through the shell, because only one stream may be looked at; `arguments` are ours.
ChildResult bench(const std::string& arguments, const std::string& redirection = "") {
  std::filesystem::create_directories(kScratchDir);
  writeFile(kAnchors, "system,mode,log2_n,gpu_us\nsome system,keys,10,2\n");
  std::filesystem::remove(kCsv);
  return run({"sh", "-c", std::string("exec '") + kProgram + "' " + arguments + " " + redirection});
}

struct BadInput {
  const char* arguments;
  const char* said;  // part of the one line
};

const BadInput kBadInputs[] = {
    {"--algorithm v7", "--algorithm: v7"},
    {"--algorithm ''", "--algorithm"},
    {"--count 0", "--count"},
    {"--count -1", "--count"},
    {"--count 2000000000", "--count"},
    {"--count many", "--count"},
    {"--count 1073741824", "too large for a storage buffer"},
    {"--count 1000 --algorithm v0", "v0: sorts powers of two only"},
    {"--count 1000 --algorithm vksort,step", "step: sorts powers of two only"},
    {"--count 8 --min-log2 3", "--count"},
    {"--repeat 0", "--repeat"},
    {"--repeat 1.5", "--repeat"},
    {"--min-log2 0", "--min-log2"},
    {"--max-log2 31", "--max-log2"},
    {"--min-log2 9 --max-log2 8", "--min-log2: must not exceed --max-log2"},
    {"--min-log2 21", "--min-log2: must not exceed --max-log2"},
    {"--keys u64", "--keys"},
    {"--keys f32 --algorithm v5", "v5: the ladder sorts integers, not f32"},
    {"--values i32", "--values"},
    {"--values u32 --algorithm block", "block: the ladder sorts keys alone"},
    {"--layout interleaved", "--layout: needs --values u32"},
    {"--ties none", "--ties"},
    {"--order random", "--order"},
    {"--distribution normal", "--distribution"},
    {"--device nonesuch", "no Vulkan device is called 'nonesuch'"},
    {"--device 99", "99"},
    {"--csv /nonexistent/rows.csv", "--csv: cannot write /nonexistent/rows.csv"},
    {"--csv /", "--csv: cannot write /"},
    {"--against /nonexistent", "--against"},
    {"--against /dev/null", ":1: must be system,mode,log2_n,gpu_us"},
    {"--tune --algorithm v0", "--tune: does not go with --algorithm"},
    {"--tune --json", "--tune: does not go with --json"},
    {"--tune", "--tune: does not go with --csv"},  // which this test gives
    {"--save-tuning tuning.txt", "--save-tuning: needs --tune"},
    {"--tuning /nonexistent", "--tuning: cannot read /nonexistent"},
    {"--tuning /", "--tuning: cannot read /"},
    {"--tuning /dev/null", "--tuning: must be a line like 'vksort-tuning "},
    {"--tuning 'vksort-tuning 1 tile_log2=12'", "--tuning: must be a line like 'vksort-tuning "},
    {"--ladder --count 1024", "--ladder: takes powers of two"},
    {"--ladder --algorithm v0", "--ladder: times cpu"},
    {"--ladder --values u32", "--ladder: sorts keys alone"},
    {"--ladder --keys f32", "--ladder: sorts integers"},
    {"--ladder --min-log2 30 --max-log2 30", "nothing to time"},
    {"--growth --algorithm v0", "--growth: does not go with --algorithm"},
    {"--growth --json", "--growth: does not go with --json"},
    {"--breakdown --ladder", "--breakdown: does not go with --ladder"},
    {"--capacity 1024", "--capacity: needs --count-on gpu"},
    {"--count-on host", "--count-on"},
    {"--count-on gpu --ladder", "--count-on: gpu does not go with --ladder"},
    {"--count-on gpu --breakdown", "--count-on: gpu does not go with --breakdown"},
    {"--count-on gpu --count 1024 --algorithm v5", "v5: knows the count on the CPU alone"},
    {"--count-on gpu --count 1025 --capacity 1024", "vksort: more than --capacity"},
    {"--growth --breakdown", "--growth: does not go with --breakdown"},
    {"--hook", "--hook: needs --keys f32"},
    {"--key-pass --keys i32", "--key-pass: needs --keys f32"},
    {"--hook --key-pass --keys f32", "--hook: does not go with --key-pass"},
    {"--hook --keys f32 --lists 3", "--hook: does not go with --lists"},
    {"--hook --keys f32 --coherent", "--hook: does not go with --coherent"},
    {"--hook --keys f32 --count-on gpu", "--hook: does not go with --count-on"},
    {"--key-pass --keys f32 --distribution sorted", "--key-pass: does not go with --distribution"},
    {"--hook --keys f32 --values u32 --layout interleaved", "--hook: does not go with --layout interleaved"},
    {"--hook --keys f32 --breakdown", "--hook: does not go with --breakdown"},
    {"--hook --keys f32 --count 1024 --algorithm cpu", "cpu: reads its keys from the buffer"},
    {"--frobnicate", "--frobnicate"},
    {"stray", "stray"},
    {"--seed", "--seed"},
};

}  // namespace

TEST_CASE("bad_input_is_one_line_and_exit_code_2_and_writes_no_file") {
  for (const BadInput& bad : kBadInputs) {
    const std::string arguments = bad.arguments;
    CAPTURE(arguments);
    const bool names_csv = arguments.find("--csv") != std::string::npos;
    const ChildResult result = bench(arguments + (names_csv ? "" : " --csv '" + kCsv + "'"));
    CAPTURE(result.output);
    CHECK(result.exit_code == 2);
    const std::vector<std::string> lines = splitLines(result.output);
    REQUIRE(lines.size() == 1);
    CHECK(lines[0].starts_with("vksort-bench: "));
    CHECK(lines[0].find(bad.said) != std::string::npos);
    CHECK_FALSE(std::filesystem::exists(kCsv));
    CHECK_FALSE(std::filesystem::exists(kCsv + ".part"));
  }
}

TEST_CASE("what_is_no_plain_file_or_belongs_to_another_is_not_replaced") {
  const std::string pipe = kCsv + ".pipe";
  std::filesystem::remove(pipe);
  REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
  CHECK(bench("--count 8 --csv '" + pipe + "'").exit_code == 2);
  CHECK(std::filesystem::is_fifo(pipe));
  std::filesystem::remove(pipe);

  std::ofstream(kCsv + ".part") << "precious";
  CHECK(bench("--count 8 --csv '" + kCsv + "'").exit_code == 2);
  CHECK(readFile(kCsv + ".part") == "precious");
  std::filesystem::remove(kCsv + ".part");

  const std::string anchors = readFile(kAnchors);
  CHECK(bench("--count 8 --against '" + kAnchors + "' --csv '" + kAnchors + "'").exit_code == 2);
  CHECK(readFile(kAnchors) == anchors);
}

TEST_CASE("all_algorithms_are_timed_verified_and_written") {
  const ChildResult result = bench("--algorithm all --min-log2 10 --max-log2 11 --repeat 1 --csv '" + kCsv + "'");
  CAPTURE(result.output);
  REQUIRE(result.exit_code == 0);
  const std::vector<std::string> lines = splitLines(readFile(kCsv));
  REQUIRE(lines.size() == 1 + 2 * bench::allAlgorithms().size());
  CHECK(lines[0] == bench::csvHeader());
  for (std::size_t i = 1; i < lines.size(); ++i) CHECK(lines[i].ends_with(",yes"));
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

TEST_CASE("the_ladder_is_a_markdown_table_with_vksort_last") {
  for (const char* order : {"ascending", "descending"}) {
    const ChildResult result =
        bench(std::string("--ladder --min-log2 12 --max-log2 12 --repeat 1 --keys i32 --order ") + order + " --csv '" +
                  kCsv + "'",
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

TEST_CASE("without_a_driver_one_line_says_so") {
  const ChildResult result = run({"env", "VK_ICD_FILENAMES=/none", "VK_DRIVER_FILES=/none", kProgram});
  CHECK(result.exit_code == 2);
  CHECK(splitLines(result.output).size() == 1);
}

TEST_CASE("help_is_no_error") {
  const ChildResult result = bench("--help");
  CHECK(result.exit_code == 0);
  CHECK(result.output.find("--ladder") != std::string::npos);
}

}  // namespace test
