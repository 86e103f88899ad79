// The script that draws what the benchmark measured.
#include <doctest/doctest.h>

#include <cstdlib>
#include <regex>
#include <sstream>

#include "breakdown/breakdown_report.h"
#include "growth/growth_report.h"
#include "output/csv.h"
#include "paths.h"
#include "support/child.h"

namespace test {
namespace {

const std::string kDir = scratch("plots");
const std::string kRows = scratch("plotted.csv");
const std::string kWideRows = scratch("plotted-wide.csv");
const std::string kPlottedAnchors = scratch("plotted-anchors.csv");

std::string rows(const std::vector<std::string>& algorithms, vksort::Values values, std::uint64_t scratch_bytes = 0,
                 vksort::Ties ties = vksort::Ties::value) {
  bench::Configuration configuration;
  configuration.input.ordering.values = values;
  configuration.input.ordering.ties = ties;
  std::string text;
  for (const std::string& algorithm : algorithms) {
    for (std::uint32_t k = 15; k < 18; ++k) {
      bench::Row row;
      row.algorithm = algorithm;
      row.count = 1u << k;
      row.measured = {3, 2.0 * k, 1.0, 90.0, 0.5, true};
      row.scratch_bytes = scratch_bytes;
      text += bench::csvRow(configuration, row) + "\n";
    }
  }
  return text;
}

ChildResult plot(const std::string& csv, const std::vector<std::string>& arguments) {
  std::filesystem::remove_all(kDir);
  writeFile(kRows, csv);
  writeFile(kPlottedAnchors, "system,mode,log2_n,gpu_us\nit's other_sort,keys,15,20\nit's other_sort,keys,17,40\n");
  std::vector<std::string> command = {kPlot};
  command.insert(command.end(), arguments.begin(), arguments.end());
  return run(command);
}

// Rows of `growth` and `breakdown`, of four sizes each.
struct Reports {
  std::string growth, breakdown;

  void add(const bench::Configuration& configuration, std::uint64_t scratch_bytes) {
    for (std::uint32_t k = 10; k < 14; ++k) {
      bench::GrowthRow row;
      row.count = 1u << k;
      row.planned = {k, k - 1, k + 1, row.count * 4ull * k, row.count * 4ull * k};
      row.recorded = k;
      row.measured = {k, 3.0 * k, 1.0, 9.0, 0.5, true};
      row.copy_rate = 4e9;
      row.used = "bitonic";
      row.scratch_bytes = scratch_bytes;
      growth += bench::growthCsv(configuration, row) + "\n";
      bench::Breakdown parts;
      parts.count = row.count;
      parts.untimed = row.measured;
      parts.passes = {{{"tile_sort", 9, 2, 4000, 4000}, 2.0 * k}};
      if (k > 11) parts.passes.push_back({{"global_short", 10, 1, 4000, 4000}, 1.5 * k});
      parts.used = row.used;
      parts.scratch_bytes = scratch_bytes;
      bench::attribute(parts, {2.0, 4e9});
      breakdown += bench::breakdownCsv(configuration, parts, {2.0, 4e9});
    }
  }
};

const std::string kStub = scratch("stub");

using Curve = std::vector<std::pair<double, double>>;

// What a picture shows: the curves of which the legend has a title, in their order.
using Drawn = std::vector<std::pair<std::string, Curve>>;

// A gnuplot that writes the numbers of each picture into a file beside it, and no picture.
void writeStub() {
  std::filesystem::create_directories(kStub);
  writeFile(kStub + "/gnuplot", R"sh(#!/bin/sh
commands=$(cat)
printf '%s\n' "$commands" | sed -n "s/^set output '\(.*\)'/\1/p" | while read -r picture; do : >"$picture"; done
name=$(printf '%s\n' "$commands" | sed -n "s|^set output '.*/\(.*\)[.]svg'|\1|p")
printf "set table '%s'\nset format '%%.9g'\n%s\n" "$NUMBERS/$name" \
  "$(printf '%s\n' "$commands" | grep -v -E '^(set (output|terminal|format)|replot)')" | PATH=${PATH#*:} gnuplot
)sh");
  std::filesystem::permissions(kStub + "/gnuplot", std::filesystem::perms::owner_all);
}

// As plot(), of rows of which the pictures' numbers are wanted.
void plotNumbers(const std::string& csv, const std::vector<std::string>& arguments) {
  writeStub();
  std::filesystem::remove_all(kDir);
  writeFile(kRows, csv);
  std::vector<std::string> command = {
      "env", "PATH=" + kStub + ":" + std::getenv("PATH"), "NUMBERS=" + kStub, kPlot, "--out", kDir, kRows};
  command.insert(command.end(), arguments.begin(), arguments.end());
  const ChildResult result = run(command);
  CAPTURE(result.output);
  REQUIRE(result.exit_code == 0);
}

Drawn drawn(const std::string& name) {
  Drawn curves;
  const std::string title = "# Curve title: \"";
  for (const std::string& line : splitLines(readFile(kStub + "/" + name))) {
    if (line.starts_with("# Curve ") && !line.starts_with(title)) curves.emplace_back();
    if (line.starts_with(title)) curves.back().first = line.substr(title.size(), line.size() - title.size() - 1);
    std::istringstream numbers(line);
    double x = 0, y = 0;
    if (numbers >> x >> y) curves.back().second.emplace_back(x, y);
  }
  std::erase_if(curves, [](const auto& curve) { return curve.first.empty(); });
  return curves;
}

Curve curveOf(const Drawn& curves, const std::string& title) {
  for (const auto& [found, curve] : curves)
    if (found == title) return curve;
  return {};
}

void checkCurve(const Curve& curve, const Curve& wanted) {
  REQUIRE(curve.size() == wanted.size());
  for (std::size_t i = 0; i < curve.size(); ++i) {
    CHECK(curve[i].first == doctest::Approx(wanted[i].first).epsilon(1e-3));
    CHECK(curve[i].second == doctest::Approx(wanted[i].second).epsilon(1e-3));
  }
}

const std::string kGrowthHeader = bench::growthHeader() + std::string("\n");
const std::string kBreakdownHeader = bench::breakdownHeader() + std::string("\n");

}  // namespace

TEST_CASE("every_plot_is_drawn_as_svg_and_png") {
  const std::string header = std::string(bench::csvHeader()) + "\n";
  const std::vector<std::string> ladder = {"cpu", "v0", "v1", "v2", "v3", "v4", "v5", "vksort"};
  const ChildResult result = plot(header + rows(ladder, vksort::Values::none) + rows({"vksort"}, vksort::Values::split),
                                  {"--out", kDir, "--against", kPlottedAnchors, kRows});
  CAPTURE(result.output);
  REQUIRE(result.exit_code == 0);
  for (const char* name :
       {"time-keys", "time-pairs", "throughput-keys", "throughput-pairs", "ladder-time", "ladder-steps"}) {
    CAPTURE(name);
    CHECK(readFile(kDir + "/" + name + ".svg").find("vksort") != std::string::npos);
    CHECK(readFile(kDir + "/" + name + ".png").starts_with("\x89PNG"));
  }
  CHECK(readFile(kDir + "/time-keys.svg").find("other_sort") != std::string::npos);
  // Sorts in lent memory are a line of their own.
  CHECK(readFile(kDir + "/time-keys.svg").find("lent memory") == std::string::npos);
  const ChildResult lent =
      plot(header + rows({"vksort"}, vksort::Values::none) + rows({"vksort"}, vksort::Values::none, 1000),
           {"--out", kDir, kRows});
  REQUIRE(lent.exit_code == 0);
  CHECK(readFile(kDir + "/time-keys.svg").find("vksort in lent memory") != std::string::npos);
  CHECK(readFile(kDir + "/time-keys.svg").find("ties") == std::string::npos);
  // Of pairs the legend tells how equal keys are ordered.
  const std::vector<std::string> files = {"--out", kDir, kRows};
  const std::string by_value = rows({"vksort"}, vksort::Values::split);
  const std::string any_lent = rows({"vksort"}, vksort::Values::split, 1000, vksort::Ties::any);
  REQUIRE(plot(header + by_value + any_lent, files).exit_code == 0);
  CHECK(readFile(kDir + "/time-pairs.svg").find("vksort, ties by value<") != std::string::npos);
  CHECK(readFile(kDir + "/time-pairs.svg").find("vksort in lent memory, any ties<") != std::string::npos);
  const std::string indices_lent = rows({"vksort"}, vksort::Values::iota, 1000);
  REQUIRE(plot(header + by_value + indices_lent + any_lent, files).exit_code == 0);
  CHECK(readFile(kDir + "/time-pairs.svg").find("vksort in lent memory, stable order<") != std::string::npos);
}

TEST_CASE("curves_have_the_numbers_that_they_are_called_by") {
  std::string csv = std::string(bench::csvHeader()) + "\n";
  for (const auto& [algorithm, us] : {std::pair("v0", 96.0), {"v1", 24.0}, {"vksort", 12.0}}) {
    for (const std::uint32_t count : {32'768u, 65'536u}) {
      bench::Row row;
      row.algorithm = algorithm;
      row.count = count;
      row.measured = {3, count == 65'536 ? 3 * us : us, 1.0, 900.0, 0.5, true};
      csv += bench::csvRow({}, row) + "\n";
    }
  }
  writeFile(kPlottedAnchors, "system,mode,log2_n,gpu_us\nslow,keys,15,40\nquick,keys,15,20\nslow,keys,16,90\n");
  plotNumbers(csv, {"--against", kPlottedAnchors});
  const Drawn times = drawn("time-keys"), rates = drawn("throughput-keys");
  checkCurve(curveOf(times, "vksort"), {{32'768, 12}, {65'536, 36}});
  checkCurve(curveOf(rates, "vksort"), {{32'768, 32'768 / 12.0}, {65'536, 65'536 / 36.0}});
  checkCurve(curveOf(rates, "slow"), {{32'768, 32'768 / 40.0}, {65'536, 65'536 / 90.0}});
  for (const Drawn& curves : {times, rates}) {  // the best anchors come first
    REQUIRE(curves.size() == 3);
    CHECK(curves[0].first == "quick");
    CHECK(curves[1].first == "slow");
  }
  checkCurve(curveOf(drawn("ladder-time"), "V0 naive"), {{32'768, 0.096}, {65'536, 0.288}});
  const Drawn steps = drawn("ladder-steps");
  checkCurve(curveOf(steps, "V1 fused in-block"), {{32'768, 4}, {65'536, 4}});
  checkCurve(curveOf(steps, "vksort"), {{32'768, 2}, {65'536, 2}});

  // 80 bytes of each key are planned, which take 20 ns at 4e9 a second.
  Reports reports;
  reports.add({}, 0);
  plotNumbers(kGrowthHeader + reports.growth, {});
  const Drawn growth = drawn("growth-keys");
  Curve measured, planned, dispatches;
  for (std::uint32_t k = 10; k < 14; ++k) {
    measured.emplace_back(1u << k, 3000.0 * k / (1u << k));
    planned.emplace_back(1u << k, 2.0 * k);
    dispatches.emplace_back(1u << k, k);
  }
  checkCurve(curveOf(growth, "vksort, measured"), measured);
  checkCurve(curveOf(growth, "planned bytes at the copy rate"), planned);
  checkCurve(curveOf(growth, "dispatches (right)"), dispatches);
}

TEST_CASE("of_several_breakdowns_of_a_size_the_first_is_drawn") {
  Reports reports;
  reports.add({}, 0);
  const std::string again = kRows + ".again";
  // With a pass more, and of whatever time.
  std::string other = std::regex_replace(reports.breakdown, std::regex(",([0-9.]+),ascending"), ",700.000,ascending");
  other += std::regex_replace(other, std::regex(",([01]),(tile_sort|global_short),"), ",2,merge_full,");
  writeFile(again, kBreakdownHeader + other);
  for (const std::vector<std::string>& more : {std::vector<std::string>{}, {again}}) {
    plotNumbers(kBreakdownHeader + reports.breakdown, more);
    const Drawn shares = drawn("breakdown-keys");
    checkCurve(curveOf(shares, "tile_sort"), {{1024, 100}, {2048, 100}, {4096, 400 / 7.0}, {8192, 400 / 7.0}});
    checkCurve(curveOf(shares, "global_short"), {{1024, 100}, {2048, 100}, {4096, 100}, {8192, 100}});
    CHECK(curveOf(shares, "merge_full").empty());
    CHECK(curveOf(shares, "launches").size() == 4);
  }
}

TEST_CASE("growth_and_breakdown_are_drawn_for_keys_and_pairs") {
  Reports reports;
  bench::Configuration configuration;
  reports.add(configuration, 0);
  configuration.input.ordering.values = vksort::Values::split;
  Reports pairs;
  pairs.add(configuration, 0);
  // Rows of older files do not say how they were made.
  const std::regex made(",ascending,random,cpu,no,no,bitonic,0,32,32(,1)?\n");
  reports.growth += std::regex_replace(pairs.growth, made, "\n");
  reports.breakdown += std::regex_replace(pairs.breakdown, made, "\n");
  REQUIRE(reports.growth.ends_with(",yes\n"));
  const std::string second = kRows + ".breakdown";
  writeFile(second, kBreakdownHeader + reports.breakdown);
  const ChildResult result = plot(kGrowthHeader + reports.growth, {"--out", kDir, kRows, second});
  CAPTURE(result.output);
  REQUIRE(result.exit_code == 0);
  for (const char* mode : {"keys", "pairs"}) {
    const std::string name = mode;
    CHECK(readFile(kDir + "/growth-" + name + ".svg").find("planned bytes at the copy rate") != std::string::npos);
    CHECK(readFile(kDir + "/breakdown-" + name + ".svg").find("global_short") != std::string::npos);
    CHECK(readFile(kDir + "/breakdown-" + name + ".png").starts_with("\x89PNG"));
  }
  CHECK_FALSE(std::filesystem::exists(kDir + "/time-keys.svg"));
}

TEST_CASE("growth_and_breakdown_are_drawn_of_plain_sorts_in_place_alone") {
  using bench::Configuration;
  Reports reports;
  reports.add({}, 4096);
  for (void (*change)(Configuration&) : {
           +[](Configuration& of) { of.input.ordering.order = vksort::Order::descending; },
           +[](Configuration& of) { of.input.distribution = bench::Distribution::few; },
           +[](Configuration& of) { of.count_on_gpu = true; },
           +[](Configuration& of) { of.coherent = true; },
           +[](Configuration& of) { of.input.source = bench::KeySource::hook; },
           +[](Configuration& of) { of.input.key_bits = 16; },
       }) {
    Configuration configuration;
    change(configuration);
    reports.add(configuration, 0);
  }
  // Rows of `growth` are never of lists.
  Reports lists;
  bench::Configuration in_lists;
  in_lists.lists = 7;
  lists.add(in_lists, 0);
  reports.breakdown += lists.breakdown;
  for (const std::string& csv : {kGrowthHeader + reports.growth, kBreakdownHeader + reports.breakdown}) {
    const ChildResult result = plot(csv, {"--out", kDir, kRows});
    CHECK(result.exit_code == 2);
    CHECK(result.output == "plot: no verified row of random keys of 32 bits in ascending order\n");
  }
}

TEST_CASE("times_are_drawn_of_plain_sorts_alone") {
  const std::string header = std::string(bench::csvHeader()) + "\n";
  using bench::Configuration;
  for (void (*change)(Configuration&) : {
           +[](Configuration& of) { of.camera = 0.1; },
           +[](Configuration& of) { of.input.value_bits = 20; },
           +[](Configuration& of) { of.input.key_bits = 16; },
           +[](Configuration& of) { of.coherent = true; },
       }) {
    Configuration configuration;
    configuration.input.ordering.values = vksort::Values::split;
    change(configuration);
    bench::Row row;
    row.algorithm = "vksort";
    row.count = 1024;
    row.measured = {3, 2.0, 1.0, 4.0, 0.5, true};
    const ChildResult result = plot(header + bench::csvRow(configuration, row) + "\n", {"--out", kDir, kRows});
    CAPTURE(result.output);
    CHECK(result.exit_code == 2);
    CHECK(result.output.find("no verified row of random keys of 32 bits") != std::string::npos);
  }
}

TEST_CASE("what_cannot_be_plotted_is_one_line_and_exit_code_2") {
  const std::string header = std::string(bench::csvHeader()) + "\n";
  bench::Configuration wide;
  wide.input.ordering.key_type = vksort::KeyType::u64;
  bench::Row row;
  row.algorithm = "vksort";
  row.count = 1024;
  row.measured = {3, 2.0, 1.0, 4.0, 0.5, true};
  writeFile(kWideRows, header + bench::csvRow(wide, row) + "\n");
  const std::vector<std::vector<std::string>> wrong = {
      {},
      {"--out"},
      {"--out", kDir},
      {kRows},
      {"--out", kDir, kRows},  // no row
      {"--out", kDir, kWideRows},
      {"--out", kDir, kRows + ".nowhere"},
      {"--out", kDir, kPlottedAnchors},
      {"--out", kDir, "--against", kRows, kRows},
      {"--out", kRows, kRows},  // a file
      {"--frobnicate"},
  };
  for (const std::vector<std::string>& arguments : wrong) {
    const ChildResult result = plot(header, arguments);
    CAPTURE(result.output);
    CHECK(result.exit_code == 2);
    CHECK(splitLines(result.output).size() == 1);
  }
}

}  // namespace test
