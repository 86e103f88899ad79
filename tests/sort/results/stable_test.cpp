// Stable sorts order equal keys like std::stable_sort with every algorithm. Payloads are neither unique nor in order.
#include <doctest/doctest.h>

#include <algorithm>
#include <span>
#include <vector>

#include "support/check/segment_check.h"
#include "support/device/recording.h"
#include "support/driver.h"

namespace test {
namespace {

constexpr Config kStableConfigs[] = {
    {.payload = kU32},
    {.key_type = kF32, .order = kDown, .nan_rule = kNanLast, .payload = kU32},
    {.key_type = kI32, .order = kDown, .payload = kInterleaved},
    {.key_type = kU64, .payload = kU32},
    {.key_type = kU64, .order = kDown, .payload = kInterleaved},
};

uint32_t oneWorkgroup(Rig& rig, const Config& config) {
  const vksort::Configuration configuration = vksort::configurationOf(rig.setupOf(config).get());
  return vksort::bitonic::BitonicSetting{configuration, rig.tuning(config), 65535}.oneWorkgroup();
}

void expectStable(Rig& rig, const vksort::Sorter& sorter, const Config& config, const std::vector<uint32_t>& sizes) {
  std::vector<Input> inputs;
  for (const uint32_t n : sizes) {
    for (const uint32_t distinct : {1u, 7u, n}) {
      inputs.push_back({n, Keys::few, Payload::repeated, nextSeed(), distinct});
      if (config.mode == Mode::indirect && distinct == 7) inputs.back().room = n / 2;
    }
  }
  expectSorts(rig, sorter, config, inputs);
}

std::string firstPass(const vksort::Sorter& sorter, const Config& config, uint32_t n) {
  const auto passes = planned({.count = n, .scratch = config.scratch, .key_type = config.key_type}, sorter);
  return passes.empty() ? "" : passes.front().name;
}

Config inScratch(Config config) {
  config.scratch = true;
  return config;
}

}  // namespace

// Two-word elements also run at other widths, because one subgroup might sort them all.
TEST_CASE("sorts_stably_in_one_workgroup_without_scratch_memory") {
  const bool main_width = wantedWidth() == kMainWidth || everythingWanted();
  for (const Config& config : std::span(kStableConfigs).first(main_width ? std::size(kStableConfigs) : 1)) {
    SUBCASE(describe(config).c_str()) {
      onEveryDeviceUnvalidated([&](Rig& rig) {
        const uint32_t largest = oneWorkgroup(rig, config);
        SorterSetup setup = rig.setupOf(config);
        setup.info.scratch = vksort::Scratch::never;
        setup.info.max_count = largest;
        vksort::Sorter sorter;
        REQUIRE(vksort::Sorter::create(setup.get(), sorter) == VK_SUCCESS);
        CHECK(sorter.scratchBytes(largest) == 0);
        std::vector<uint32_t> sizes = {largest / 2, largest / 2 + 1, largest - 1, largest};
        for (uint32_t n = 2; n < largest; n = n * 5 / 4 + 1) sizes.push_back(n);
        expectStable(rig, sorter, config, sizes);
        setup.info.max_count = largest + 1;
        CHECK(vksort::Sorter::create(setup.get(), sorter) == VK_ERROR_FEATURE_NOT_PRESENT);
      });
    }
  }
}

// Payloads are gathered on the baseline, instead of other algorithms, and without subgroups.
TEST_CASE("sorts_stably_by_gathering_payloads" * doctest::test_suite("one width")) {
  for (const Config& each : kStableConfigs) {
    Config config = inScratch(each);
    for (const bool baseline : {true, false}) {
      config.baseline = baseline;
      config.full_subgroups = baseline;
      for (const Mode mode : {Mode::whole, Mode::indirect}) {
        config.mode = mode;
        SUBCASE(describe(config).c_str()) {
          onEveryDeviceUnvalidated([&](Rig& rig) {
            const vksort::Sorter& sorter = rig.sorter(config);
            const uint32_t in_place = oneWorkgroup(rig, config);
            CHECK(vksort::maxCounts(sorter).in_place == in_place);
            CHECK(firstPass(sorter, config, in_place) != "gather");
            CHECK(firstPass(sorter, config, in_place + 1) == "gather");
            CHECK(sorter.scratchBytes(in_place) == 0);
            CHECK(sorter.scratchBytes(5003) == VkDeviceSize{4} * 5003);
            expectStable(rig, sorter, config, {2, in_place, in_place + 1, 1027, 5003, 30'011});
          });
        }
      }
    }
  }
}

// Workgroups sort whole segments. Only the first elements of a larger segment are sorted.
TEST_CASE("sorts_segments_stably_up_to_the_largest" * doctest::test_suite("one width")) {
  for (const Config& each : kStableConfigs) {
    Config config = inScratch(each);
    config.mode = Mode::segments;
    onEveryDeviceUnvalidated([&](Rig& rig) {
      const vksort::Sorter& sorter = rig.sorter(config);
      const uint32_t largest = vksort::maxCounts(sorter).segment;
      REQUIRE(largest >= 1u << rig.tuning(config).tile_log2);
      std::vector<uint32_t> counts = {0, 1, 2, 3, largest - 1, largest, largest, largest + 1, 3 * largest};
      for (uint32_t count = 4; count < largest; count = count * 5 / 4 + 1) counts.push_back(count);
      for (const std::size_t small : {0, 60}) {
        counts.insert(counts.end(), small, 7);
        SegmentSort placed = placedSegments(counts, nextSeed());
        placed.keys = Keys::few;
        placed.payload = Payload::repeated;
        for (const uint32_t distinct : {1u, 5u, placed.capacity}) {
          placed.reach = distinct;
          for (const uint32_t max_segment : {largest, largest / 3}) {
            placed.max_segment = max_segment;
            expectSegments(rig, sorter, config, placed);
          }
        }
        const auto segments = static_cast<uint32_t>(counts.size());
        vksort::PlanInfo info = {.count = placed.capacity, .segment_count = segments, .max_segment = largest};
        CHECK((planned(info, sorter).size() == 1) == (small == 0));
        ++info.max_segment;
        CHECK(planned(info, sorter).empty());
      }
    });
  }
}

}  // namespace test
