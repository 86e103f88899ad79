// The search for a tuning, without a device: the members that it changes, its descent, and when it takes a gain.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "bitonic/tuning.h"
#include "command_line/tuning_option.h"
#include "tune/tune_crossover.h"
#include "tune/tune_search.h"

namespace test {
namespace {

using bench::TuneResult;
using bench::TuneTarget;
using vksort::Payload;
using vksort::Tuning;

constexpr vksort::PlanDevice kLarge = {1024, 65536, 32, 0x10de, 65535};

TuneTarget targetOf(Payload payload) { return {false, payload, vksort::Ties::stable, false, kLarge}; }

Tuning startOf(Payload payload) {
  return vksort::bitonic::rowFor(
             {kLarge.workgroup_invocations, kLarge.shared_memory_bytes, kLarge.subgroup_size, kLarge.vendor_id},
             payload == Payload::none ? vksort::Element::key : vksort::Element::pair)
      .tuning;
}

TuneResult search(Payload payload, const bench::TuneCompare& compare, std::uint32_t candidates = 500) {
  return bench::searchTuning(startOf(payload), {.candidates = candidates}, compare, [](const bench::TuneStep&) {});
}

// A device on which each member costs the more the farther it is from the goal's.
struct Valley {
  TuneTarget target;
  Tuning goal;

  double cost(const Tuning& tuning) const {
    double logs = 0;
    const auto add = [&logs](std::uint32_t is, std::uint32_t wanted) {
      logs += 0.02 * std::abs(double(is) - double(wanted));
    };
    for (const auto member : {&Tuning::tile_log2, &Tuning::double_tiles, &Tuning::merge_log2,
                              &Tuning::smallest_merge_log2, &Tuning::small_log2, &Tuning::subgroup_sort})
      add(tuning.*member, goal.*member);
    for (const std::uint32_t more : {0u, 3u}) add(tuning.global_log2[more], goal.global_log2[more]);
    return logs;
  }
  std::optional<double> operator()(const Tuning& candidate, const Tuning& incumbent, bool) const {
    if (!bench::takes(target, candidate)) return {};
    return std::exp(cost(candidate) - cost(incumbent));
  }
};

Valley valleyOf(Payload payload) {
  Tuning goal = startOf(payload);
  goal.tile_log2 -= 1;
  goal.double_tiles = goal.large_log2 = 0;
  goal.smallest_merge_log2 = goal.tile_log2 - 2;
  goal.merge_log2 = goal.tile_log2 - 1;
  goal.global_log2[0] = 0;
  goal.global_log2[3] = goal.registers_log2 + 6;
  goal.global_log2[4] = goal.global_log2[5] = 0;
  goal.small_log2 = 8;
  goal.subgroup_sort = 1 - goal.subgroup_sort;
  return {targetOf(payload), goal};
}

}  // namespace

TEST_CASE("tune_finds_the_bottom_of_a_valley") {
  for (const Payload payload : {Payload::none, Payload::index}) {
    const Valley valley = valleyOf(payload);
    REQUIRE(bench::takes(valley.target, valley.goal));
    const TuneResult result = search(payload, valley);
    CHECK(valley.cost(result.best) == doctest::Approx(0));
    CHECK(bench::takes(valley.target, result.best));
    CHECK(result.complete);
  }
}

TEST_CASE("tune_takes_nothing_that_wins_once_or_by_little") {
  const std::string start = bench::textOf(startOf(Payload::none));
  const auto found = [](double quick, double thorough) {
    const auto compare = [=](const Tuning&, const Tuning&, bool decides) {
      return std::optional(decides ? thorough : quick);
    };
    return bench::textOf(search(Payload::none, compare, 120).best);
  };
  CHECK(found(0.9, 1.001) == start);
  CHECK(found(0.997, 0.997) == start);
  CHECK(found(0.99, 0.99) != start);
}

TEST_CASE("tune_finds_from_where_on_radix_is_faster") {
  const std::vector<uint32_t> counts = bench::crossoverCounts(1000, 100'000);
  const auto from = [&](auto ratio) {
    return bench::findCrossover(counts, [&](uint32_t count) -> std::optional<bench::TuneTimes> {
      return bench::TuneTimes{.count = count, .a_us = 2, .b_us = 2 * ratio(count)};
    });
  };
  for (const uint32_t least : counts) CHECK(from([=](uint32_t n) { return n >= least ? 0.9 : 1.1; }) == least);
  CHECK_FALSE(from([](uint32_t) { return 1.0; }).has_value());
  CHECK(from([](uint32_t n) { return n == 16'384 ? 1.2 : 0.8; }) == 16'385);  // below it radix is faster once more
}

}  // namespace test
