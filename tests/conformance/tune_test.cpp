// Checks the tuning search without a device: the members that it changes, its descent, and the gains that it accepts.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "sorts/sizes/classes.h"
#include "tune_search.h"

namespace test {
namespace {

using conform::TuneResult;
using conform::TuneTarget;
using vksort::Payload;
using vksort::Tuning;

constexpr vksort::PlanDevice kLarge = {1024, 65536, 32, 0x10de, 65535};

TuneTarget targetOf(Payload payload) { return {false, payload, vksort::Ties::stable, false, kLarge}; }

Tuning startOf(Payload payload) {
  return vksort::classOf({1024, 65536, 32, kLarge.vendor_id})
      .tuning(payload == Payload::none ? vksort::Element::key : vksort::Element::pair);
}

TuneResult search(uint32_t space, Payload payload, const conform::TuneCompare& compare, uint32_t candidates = 500) {
  return conform::searchTuning(conform::tuneSpaces()[space], startOf(payload), {.candidates = candidates}, compare,
                               [](const conform::TuneStep&) {});
}

// A device on which each member costs more if it is farther from the goal.
struct Valley {
  TuneTarget target;
  Tuning goal;
  std::vector<std::string> members;

  double cost(const Tuning& tuning) const {
    double logs = 0;
    using Words = std::array<uint32_t, sizeof(Tuning) / sizeof(uint32_t)>;
    for (const conform::TuneSpace& space : conform::tuneSpaces()) {
      for (const conform::TuneAxis& axis : space.axes) {
        if (std::ranges::find(members, axis.name) == members.end()) continue;
        const uint32_t is = std::bit_cast<Words>(tuning)[axis.word], wanted = std::bit_cast<Words>(goal)[axis.word];
        logs += 0.02 * std::abs(double(is) - double(wanted)) / (wanted > 13 ? wanted / 13.0 : 1);
      }
    }
    return logs;
  }
  std::optional<double> operator()(const Tuning& candidate, const Tuning& incumbent, bool) const {
    if (!conform::takes(target, candidate)) return {};
    return std::exp(cost(candidate) - cost(incumbent));
  }
};

std::vector<Valley> valleysOf(Payload payload) {
  Tuning bitonic = startOf(payload), rank = bitonic, radix = bitonic;
  bitonic.tile_log2 -= 1;
  bitonic.double_tiles = bitonic.large_log2 = 0;
  bitonic.smallest_merge_log2 = bitonic.tile_log2 - 2;
  bitonic.merge_log2 = bitonic.tile_log2 - 1;
  bitonic.global_log2[0] = 0;
  bitonic.global_log2[3] = bitonic.registers_log2 + 6;
  bitonic.global_log2[4] = bitonic.global_log2[5] = 0;
  bitonic.small_log2 = 8;
  rank.scratch_log2[0] = 9;
  rank.scratch_log2[1] = 0;
  rank.rank_shapes[0] = {3u << 13, 7};
  rank.rank_shapes[1] = {3u << 15, 8};
  rank.rank_shapes[2] = {};
  radix.concurrent_workgroups = 108;
  radix.radix_shapes[0] = {108u * 6 << 8, 8, 6, 1};
  radix.radix_shapes[1] = {108u * 8 << 10, 10, 8, 1};
  radix.radix_shapes[2] = {(1u << 28) - 1, 9, 12, payload == Payload::none ? 4u : 1u};
  radix.radix_shapes[3] = {};
  const TuneTarget target = targetOf(payload);
  return {{target,
           bitonic,
           {"tile_log2", "double_tiles", "merge_log2", "smallest_merge_log2", "small_log2", "global_log2[0]",
            "global_log2[3]"}},
          {target,
           rank,
           {"scratch_log2[0]", "scratch_log2[1]", "rank_shapes[0].max_count", "rank_shapes[0].invocations_log2",
            "rank_shapes[1].max_count", "rank_shapes[1].invocations_log2", "rank_shapes[2].max_count"}},
          {target,
           radix,
           {"concurrent_workgroups", "radix_shapes[0].invocations_log2", "radix_shapes[0].elements",
            "radix_shapes[1].invocations_log2", "radix_shapes[1].elements", "radix_shapes[2].elements",
            "radix_shapes[2].parts", "radix_shapes[3].max_count"}}};
}

}  // namespace

TEST_CASE("tune_finds_the_bottom_of_a_valley") {
  for (const Payload payload : {Payload::none, Payload::index}) {
    uint32_t space = 0;
    for (const Valley& valley : valleysOf(payload)) {
      CAPTURE(conform::tuningSource(valley.goal));
      REQUIRE(conform::takes(valley.target, valley.goal));
      const TuneResult result = search(space++, payload, valley);
      CAPTURE(conform::tuningSource(result.best));
      CHECK(valley.cost(result.best) == doctest::Approx(0));
      CHECK(conform::takes(valley.target, result.best));
      CHECK(result.complete);
    }
  }
}

TEST_CASE("tune_ignores_small_or_unrepeated_gains") {
  const Tuning start = startOf(Payload::none);
  const auto found = [](double quick, double thorough) {
    const auto compare = [=](const Tuning&, const Tuning&, bool decides) {
      return std::optional(decides ? thorough : quick);
    };
    return search(0, Payload::none, compare, 120).best;
  };
  CHECK(found(0.9, 1.001) == start);
  CHECK(found(0.997, 0.997) == start);
  CHECK(found(0.99, 0.99) != start);
}

TEST_CASE("tune_stops_at_its_time_limit") {
  for (const uint32_t limit : {0u, 1u, 7u}) {
    uint32_t timed = 0, decided = 0;
    const auto compare = [&](const Tuning&, const Tuning&, bool decides) {
      ++(decides ? decided : timed);
      return std::optional(0.9);
    };
    conform::TuneLimits limits;
    limits.stops = [&] { return timed >= limit; };
    const TuneResult result = conform::searchTuning(conform::tuneSpaces()[0], startOf(Payload::none), limits, compare,
                                                    [](const conform::TuneStep&) {});
    CHECK(!result.complete);
    CHECK(timed == limit);
    CHECK(decided <= timed);  // results so far are still decided
  }
}

}  // namespace test
