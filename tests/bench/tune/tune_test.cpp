// The search for a tuning, without a device: its space, its descent, and what it prints.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <sstream>

#include "bitonic/tuning.h"
#include "command_line/tuning_option.h"
#include "support/oracle/steps.h"
#include "tune/tune_crossover.h"
#include "tune/tune_report.h"
#include "tune/tune_search.h"

namespace test {
namespace {

using bench::TuneCompare;
using bench::TuneLimits;
using bench::TuneResult;
using bench::TuneTarget;
using vksort::Tuning;
using vksort::Values;

constexpr vksort::PlanDevice kLarge = {1024, 65536, 32, 0x10de, 65535};

TuneTarget targetOf(Values values) { return {vksort::KeyType::u32, values, vksort::Path::automatic, kLarge}; }

Tuning startOf(Values values) {
  return vksort::rowFor(
             {kLarge.workgroup_invocations, kLarge.shared_memory_bytes, kLarge.subgroup_size, kLarge.vendor_id},
             values == Values::none ? vksort::Element::key : vksort::Element::pair)
      .tuning;
}

// Every tuning that one axis reaches from the start and the target takes.
std::vector<Tuning> reached(Values values) {
  std::vector<Tuning> list;
  for (const bench::TuneAxis& axis : bench::tuneAxes())
    for (const Tuning& tuning : axis.others(startOf(values)))
      if (bench::takes(targetOf(values), tuning)) list.push_back(tuning);
  return list;
}

// Which kernels a sort runs, in what shape, on how many elements each: all that it depends on.
std::string runOf(const Tuning& tuning, std::uint32_t count) {
  const vksort::Shape shape = vksort::shapeOn({1024, 65536, 32}, tuning);
  test::Schedule schedule;
  test::buildSchedule(shape, count, schedule);
  std::string run;
  for (std::uint32_t i = 0; i < schedule.count; ++i) {
    const test::Step& pass = schedule.passes[i];
    for (const std::uint32_t number :
         {static_cast<std::uint32_t>(pass.kernel), std::uint32_t{pass.mirror}, std::uint32_t{pass.window}, pass.groups,
          shape.elementsLog2(pass.kernel), shape.registersLog2(pass.kernel), shape.strides(pass.kernel)})
      run += std::to_string(number) + ",";
  }
  return run;
}

// A device on which each member costs the more the farther it is from the goal's.
struct Valley {
  TuneTarget target;
  Tuning goal;
  bool reversed = false;
  std::uint32_t timed = 0;

  double cost(const Tuning& tuning) const {
    double logs = 0;
    const auto add = [&logs](std::uint32_t is, std::uint32_t wanted) {
      logs += 0.02 * std::abs(double(is) - double(wanted));
    };
    for (const auto member : {&Tuning::tile_log2, &Tuning::double_tiles, &Tuning::merge_log2,
                              &Tuning::smallest_merge_log2, &Tuning::small_log2, &Tuning::subgroup_sort})
      add(tuning.*member, goal.*member);
    for (const std::uint32_t more : {0u, 3u}) add(tuning.global_log2[more], goal.global_log2[more]);
    return reversed ? -logs : logs;
  }
  std::optional<double> operator()(const Tuning& candidate, const Tuning& incumbent, bool) {
    if (!bench::takes(target, candidate)) return {};
    ++timed;
    return std::exp(cost(candidate) - cost(incumbent));
  }
};

TuneResult search(Values values, const TuneCompare& compare, const TuneLimits& limits = {}) {
  return bench::searchTuning(startOf(values), limits, compare, [](const bench::TuneStep&) {});
}

Tuning goalOf(Values values) {
  Tuning goal = startOf(values);
  goal.tile_log2 -= 1;
  goal.double_tiles = goal.large_log2 = 0;
  goal.smallest_merge_log2 = goal.tile_log2 - 2;
  goal.merge_log2 = goal.tile_log2 - 1;
  goal.global_log2[0] = 0;
  goal.global_log2[3] = goal.registers_log2 + 6;
  goal.global_log2[4] = goal.global_log2[5] = 0;
  goal.small_log2 = 8;
  goal.subgroup_sort = 1 - goal.subgroup_sort;
  return goal;
}

}  // namespace

TEST_CASE("tune_reaches_every_member_that_is_not_compiled_in") {
  for (const Values values : {Values::none, Values::split}) {
    std::set<std::string> changed;
    for (const Tuning& tuning : reached(values)) {
      const std::string list = bench::changes(startOf(values), tuning);
      REQUIRE(list != "");
      std::istringstream words(list);
      for (std::string word; words >> word;)
        if (word.find("_") != std::string::npos) changed.insert(word);
    }
    std::set<std::string> expected = {"tile_log2",  "small_log2",  "double_tiles", "smallest_merge_log2",
                                      "merge_log2", "global_log2", "subgroup_sort"};
    if (values == Values::none) expected.insert({"medium_log2", "large_log2"});
    CHECK(changed == expected);
    // Of all members only these are left, and that of lent memory, which is found by itself.
    const std::string text = bench::textOf({});
    const auto members = std::ranges::count(text, '=');
    CHECK(static_cast<std::size_t>(members) == (values == Values::none ? 2 : 4) + changed.size());
  }
}

TEST_CASE("tune_times_a_size_only_where_the_kernels_differ") {
  for (const Values values : {Values::none, Values::split}) {
    const TuneTarget target = targetOf(values);
    const std::vector<Tuning> tunings = reached(values);
    std::size_t same = 0, different = 0;
    for (const Tuning& a : tunings) {
      for (const Tuning& b : tunings) {
        for (const std::uint32_t count : {100u, 1000u, 2048u, 5000u, 1u << 16, 3'000'000u}) {
          const bool expected = runOf(a, count) != runOf(b, count);
          REQUIRE(bench::differ(target, a, b, count) == expected);
          ++(expected ? different : same);
        }
      }
    }
    CHECK(same > 1000);
    CHECK(different > 1000);
  }
}

TEST_CASE("tune_finds_the_bottom_of_a_valley") {
  for (const Values values : {Values::none, Values::split}) {
    Valley valley{targetOf(values), goalOf(values)};
    REQUIRE(bench::takes(valley.target, valley.goal));
    const TuneResult result = search(values, std::ref(valley), {.candidates = 500});
    CHECK(valley.cost(result.best) == doctest::Approx(0));
    CHECK(result.complete);
    CHECK(result.refused > 0);
    CHECK(result.candidates <= valley.timed);
    // A search that takes the slower one does not get there.
    Valley reversed{targetOf(values), goalOf(values), true};
    const TuneResult worse = search(values, std::ref(reversed), {.candidates = 500});
    CHECK(valley.cost(worse.best) > valley.cost(startOf(values)));
  }
}

TEST_CASE("tune_stops_at_the_limit_and_keeps_what_it_has") {
  Valley valley{targetOf(Values::none), goalOf(Values::none)};
  const TuneResult result = search(Values::none, std::ref(valley), {.candidates = 7});
  CHECK(result.candidates == 7);
  CHECK_FALSE(result.complete);
  CHECK(valley.cost(result.best) < valley.cost(startOf(Values::none)));
}

TEST_CASE("tune_takes_nothing_that_wins_once_or_by_little") {
  const std::string start = bench::textOf(startOf(Values::none));
  const auto once = [](const Tuning&, const Tuning&, bool thorough) { return std::optional(thorough ? 1.001 : 0.9); };
  CHECK(bench::textOf(search(Values::none, once).best) == start);
  const auto little = [](const Tuning&, const Tuning&, bool) { return std::optional(0.997); };
  CHECK(bench::textOf(search(Values::none, little).best) == start);
  const auto equal = [](const Tuning&, const Tuning&, bool) { return std::optional(1.0); };
  CHECK(search(Values::none, equal).candidates == 0);
  const auto enough = [](const Tuning&, const Tuning&, bool) { return std::optional(0.99); };
  CHECK(bench::textOf(search(Values::none, enough).best) != start);
}

TEST_CASE("tune_finds_from_where_on_radix_is_faster") {
  const std::vector<uint32_t> counts = bench::crossoverCounts(1000, 100'000);
  CHECK(std::ranges::is_sorted(counts));
  CHECK(std::ranges::adjacent_find(counts) == counts.end());
  CHECK(counts.front() == 1000);
  CHECK(counts.back() == 100'000);
  for (const uint32_t count : {1025u, 1280u, 8192u, 8193u, 12'288u, 57'344u})
    CHECK(std::ranges::binary_search(counts, count));
  const auto from = [&](auto ratio) {
    return bench::findCrossover(counts, [&](uint32_t count) -> std::optional<bench::TuneTimes> {
      return bench::TuneTimes{.count = count, .a_us = 2, .b_us = 2 * ratio(count)};
    });
  };
  const auto faster_from = [](uint32_t least) { return [least](uint32_t n) { return n >= least ? 0.9 : 1.1; }; };
  for (const uint32_t count : counts) CHECK(from(faster_from(count)) == count);
  CHECK(from(faster_from(8194)) == 10'240);
  CHECK_FALSE(from(faster_from(100'001)).has_value());
  CHECK_FALSE(from([](uint32_t) { return 1.0; }).has_value());
  // Faster once more below where it is slower.
  CHECK(from([](uint32_t n) { return n == 16'384 ? 1.2 : 0.8; }) == 16'385);
  const auto untold = [](uint32_t) { return std::optional<bench::TuneTimes>(); };
  CHECK_FALSE(bench::findCrossover(counts, untold).has_value());
  const auto faster = [](uint32_t count) { return std::optional<bench::TuneTimes>({count, 2, 1}); };
  CHECK_FALSE(bench::findCrossover({}, faster).has_value());
  CHECK(bench::radixFrom(8193, 100'000) == 8193);
  CHECK(bench::radixFrom({}, 100'000) == 100'001);
}

TEST_CASE("tune_prints_the_rows_of_the_table_as_they_stand_there") {
  const std::string source =
      bench::rowSource(targetOf(Values::none), {4, 12, 10, 11, 12, 1, 11, 11, {10, 0, 11, 11, 12, 0}, 1, 16385});
  CHECK(source ==
        "{.needs = {.vendor_id = 0x10de, .subgroup_size = 32, .workgroup_invocations = 1024, .shared_memory_bytes = "
        "65536, .element = Element::key}, .tuning = {.registers_log2 = 4, .tile_log2 = 12, .small_log2 = 10, "
        ".medium_log2 = 11, .large_log2 = 12, .double_tiles = 1, .smallest_merge_log2 = 11, .merge_log2 = 11, "
        ".global_log2 = {10,0,11,11,12,0}, .subgroup_sort = 1, .radix_from = 16385}},");
  TuneTarget floor = targetOf(Values::split);
  floor.path = vksort::Path::floor;
  TuneTarget wide = targetOf(Values::none);
  wide.key_type = vksort::KeyType::u64;
  CHECK(bench::rowSource(wide, {}).find("65536, .element = Element::pair}, ") != std::string::npos);
  wide.values = Values::split;
  CHECK(bench::rowSource(wide, {}).find("65536, .element = Element::triple}, ") != std::string::npos);
  CHECK(bench::rowSource(floor, {}).starts_with("{.needs = {.vendor_id = 0x0, .subgroup_size = 0, "));
  const Tuning from{};
  Tuning to{};
  to.tile_log2 = 3;
  to.subgroup_sort = 4;
  CHECK(bench::changes(from, to) == "tile_log2 0 -> 3, subgroup_sort 0 -> 4");
  CHECK(bench::meanRatio({{8, 1, 2}, {16, 4, 2}}) == doctest::Approx(1));
  CHECK(bench::comparison({{8, 4, 3}}).find("25.0%") != std::string::npos);
  const std::string lent = bench::lentComparison({{16, 4, 3}, {8, 1, 2}});
  CHECK(lent.find("25.0%") > lent.find("-100.0%"));
}

}  // namespace test
