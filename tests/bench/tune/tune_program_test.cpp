// `vksort-bench tune`, and --tuning of what it prints: what is printed and saved can be used.
#include <doctest/doctest.h>

#include <filesystem>
#include <regex>

#include "bench/program.h"
#include "command_line/tuning_option.h"

namespace test {
namespace {

const std::string kTuningFile = scratch("tuning.txt");

std::string lineWith(const std::vector<std::string>& lines, const std::string& beginning) {
  for (const std::string& line : lines)
    if (line.starts_with(beginning)) return line;
  return {};
}

std::string numbersIn(const std::string& text) {
  std::string numbers;
  const std::regex number("[0-9]+");
  for (std::sregex_iterator it(text.begin(), text.end(), number), end; it != end; ++it) numbers += it->str() + " ";
  return numbers;
}

// The values of a tuning's text: what stands behind each '='.
std::string valuesOf(const std::string& text) {
  return numbersIn(std::regex_replace(text, std::regex("vksort-tuning 3|[a-z0-9_]+="), ""));
}

}  // namespace

TEST_CASE("tune_prints_and_saves_a_tuning_that_sorts" * doctest::test_suite("full")) {
  for (const std::string configuration : {"--keys u32", "--keys f32 --values u32"}) {
    CAPTURE(configuration);
    std::filesystem::remove(kTuningFile);
    const ChildResult tuned = shippedBench("tune --count 300,2000 --repeat 1 " + configuration + " --save-tuning '" +
                                           kTuningFile + "' 2>/dev/null");
    CAPTURE(tuned.output);
    REQUIRE(tuned.exit_code == 0);
    const std::vector<std::string> lines = splitLines(tuned.output);
    const std::string text = lineWith(lines, "vksort-tuning ");
    CHECK(readFile(kTuningFile) == text + "\n");
    CHECK(bench::textOf(bench::readTuning(text)) == text);
    // The row has the same numbers, behind those of the device.
    const std::string row = lineWith(lines, "    {.needs = {.vendor_id = 0x");
    REQUIRE(row.find(".tuning = {") != std::string::npos);
    const std::string members = row.substr(row.find(".tuning = {"));
    CHECK(numbersIn(std::regex_replace(members, std::regex("[.][a-z0-9_]+ = "), "")) == valuesOf(text));
    CHECK(std::regex_search(tuned.output, std::regex("[0-9]+ tunings timed")));
    // Its own text is the table's choice or a gain.
    CHECK((tuned.output.find("Nothing is faster") == std::string::npos) ==
          (lineWith(lines, "table:  ") != "table:  " + text));

    for (const std::string& used : {text, kTuningFile}) {
      const ChildResult sorted =
          shippedBench(configuration + " --count 300,2000 --repeat 1 --tuning '" + used + "' 2>/dev/null");
      CAPTURE(sorted.output);
      CHECK(sorted.exit_code == 0);
      for (const std::string& line : splitLines(sorted.output))
        if (line.starts_with("vksort ")) CHECK(line.find(" yes ") != std::string::npos);
    }
  }
}

TEST_CASE("tune_prints_the_row_of_keys_of_64_bits") {
  const ChildResult tuned = shippedBench("tune --keys u64 --count 300 --repeat 1", "2>/dev/null");
  CAPTURE(tuned.output);
  REQUIRE(tuned.exit_code == 0);
  const std::vector<std::string> lines = splitLines(tuned.output);
  CHECK(lineWith(lines, "    {.needs").find(", .element = Element::pair}, ") != std::string::npos);
  CHECK(lineWith(lines, "device: ").ends_with("; keys u64, 300 to 300 elements"));
}

TEST_CASE("tuning_on_the_command_line_is_the_one_that_is_used") {
  const std::string before = "--count 5000 --repeat 1 2>/dev/null";
  const ChildResult plain = shippedBench(before);
  REQUIRE(plain.exit_code == 0);
  const std::regex five("vksort +5000 +5 ");
  CHECK_FALSE(std::regex_search(plain.output, five));
  // 5000 elements take 1 + 2 x 2 dispatches in tiles of 2^11, and fewer in larger ones.
  const std::string small_tiles =
      "vksort-tuning 3 registers_log2=4 tile_log2=11 small_log2=0 medium_log2=0 large_log2=0 double_tiles=0 "
      "smallest_merge_log2=11 merge_log2=11 global_log2=10,0,0,11,0,0 subgroup_sort=0 radix_from=0";
  const ChildResult small = shippedBench("--tuning '" + small_tiles + "' " + before);
  CAPTURE(small.output);
  REQUIRE(small.exit_code == 0);
  CHECK(std::regex_search(small.output, five));
  // For pairs it is not made.
  const ChildResult pairs = shippedBench("--values u32 --tuning '" + small_tiles + "' " + before + " 2>&1");
  CHECK(pairs.exit_code == 2);
  CHECK(pairs.output.find("registers_log2 must be 3") != std::string::npos);
}

}  // namespace test
