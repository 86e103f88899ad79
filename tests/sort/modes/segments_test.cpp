// A segmented sort sorts each segment separately, and changes no other elements.
#include <doctest/doctest.h>

#include "sort/bitonic/interface.h"
#include "sort/radix/setting.h"
#include "support/check/segment_check.h"
#include "support/device/recording.h"

namespace test {
namespace {

using vksort::KeyType;

constexpr Config kSegmentedConfigs[] = {
    {},
    {.key_type = kF32, .order = kDown, .payload = kU32, .ties = kByValue},
    {.key_type = kI32, .payload = kInterleaved, .ties = kAnyTies, .baseline = true},
    {.key_type = kF32, .payload = kIndex, .baseline = true, .push_descriptor = false},
    {.key_type = kF32, .order = kDown, .nan_rule = kNanLast, .baseline = true},
    {.key_type = kU64, .order = kDown, .baseline = true},
    {.key_type = kU64, .order = kDown, .payload = kInterleaved, .ties = kByValue, .baseline = true},
    // Only in full runs.
    {.order = kDown, .payload = kIndex},
    {.order = kDown, .payload = kInterleaved, .ties = kByValue},
    {.key_type = kU64, .payload = kU32, .ties = kByValue},
    {.key_type = kU64, .payload = kIndex},
};
constexpr std::size_t kSegmentedByDefault = 7;

constexpr Config kInScratch[] = {
    {.payload = kU32, .scratch = true},
    {.key_type = kF32, .order = kDown, .nan_rule = kNanLast, .payload = kInterleaved, .scratch = true},
    {.first_bit = 9,
     .bit_count = 16,
     .payload = kIndex,
     .discard_keys = true,
     .scratch = true,
     .push_descriptor = false},
    {.key_type = kU64, .order = kDown, .payload = kU32, .discard_keys = true, .scratch = true},
    {.key_type = kF32, .order = kDown, .payload = kU32, .ties = kByValue, .scratch = true},
    {.key_type = kF32, .order = kDown, .payload = kIndex, .scratch = true, .portable = true},
    {.key_type = kU64, .bit_count = 40, .payload = kInterleaved, .scratch = true, .portable = true},
    // Only in full runs.
    {.key_type = kI32, .scratch = true},
    {.key_type = kU64, .payload = kIndex, .scratch = true},
    {.payload = kU32, .scratch = true, .portable = true},
};
constexpr std::size_t kInScratchByDefault = 7;

Faults withGroups(uint32_t max_x) {
  Faults faults;
  faults.edit_properties = [max_x](VkPhysicalDeviceProperties2& out) {
    out.properties.limits.maxComputeWorkGroupCount[0] = max_x;
    out.properties.limits.minStorageBufferOffsetAlignment = 256;
  };
  return faults;
}

}  // namespace

TEST_CASE("sorts_every_segment_separately") {
  for (const Config& layout :
       std::span(kSegmentedConfigs).first(everythingWanted() ? std::size(kSegmentedConfigs) : kSegmentedByDefault)) {
    if (!wanted(layout)) continue;
    SUBCASE(describe(layout).c_str()) {
      onEveryDeviceUnvalidated([&](Rig& rig) {
        const Config config = segmented(layout);
        const bool floats = config.key_type == KeyType::f32;
        for (const Keys keys : {wideKeys(config) ? Keys::low_word
                                : floats         ? Keys::float_specials
                                                 : Keys::entropy_3,
                                Keys::random, Keys::last}) {
          SegmentSort sort = mixedSegments(rig.tuning(config));
          sort.keys = keys;
          CHECK(expectSegments(rig, rig.sorter(config), config, sort).sorts > 20);
        }
      });
    }
  }
}

TEST_CASE("sorts_long_segments_in_scratch_memory") {
  for (const Config& layout :
       std::span(kInScratch).first(everythingWanted() ? std::size(kInScratch) : kInScratchByDefault)) {
    if (!wanted(layout)) continue;
    SUBCASE(describe(layout).c_str()) {
      const auto expect = [&](Rig& rig) {
        const Config config = segmented(layout);
        const vksort::Sorter& sorter = rig.sorter(config);
        for (const Keys keys : {wideKeys(config)                  ? Keys::low_word
                                : config.key_type == KeyType::f32 ? Keys::float_specials
                                                                  : Keys::entropy_3,
                                Keys::random}) {
          SegmentSort sort = longSegments(settingOf(rig, config));
          sort.keys = keys;
          CHECK(expectSegments(rig, sorter, config, sort).sorts > 10);
          // More than 1,024 segments need several workgroups for the set-up.
          sort.table.insert(sort.table.begin() + 3, 1100, {0, 0});
          expectSegments(rig, sorter, config, sort);
        }
      };
      (&layout == kInScratch ? onEveryDevice : onEveryDeviceUnvalidated)(expect);
    }
  }
}

// Tiles are larger than the largest sort of one workgroup.
TEST_CASE("sorts_long_segments_of_a_single_tile" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    for (const Config& layout : {Config{.payload = kU32, .scratch = true},
                                 Config{.key_type = kF32, .payload = kIndex, .discard_keys = true, .scratch = true}}) {
      const Config config = segmented(layout);
      vksort::radix::RadixSetting setting = settingOf(rig, config);
      SorterSetup setup = rig.setupOf(config);
      setup.tuning = rig.tuning(config);
      for (vksort::RadixShape& each : setup.tuning->radix_shapes) each = {};
      setup.tuning->radix_shapes[0] = {(1u << 28) - 1, 7, 4, 1};
      vksort::radix::TileShape& shape = setting.shapes[setting.listed_index];
      shape.invocations_log2 = 7, shape.elements = 4;
      REQUIRE(shape.tile() > setting.max_in_place);
      vksort::Sorter sorter;
      REQUIRE(setup.create(sorter) == VK_SUCCESS);
      expectSegments(rig, sorter, config, longSegments(setting));
    }
  });
}

namespace {

constexpr uint32_t kMixes = 20;

// A Zipf distribution, a giant among small ones, all empty, uniform, or many empty ones.
std::vector<uint32_t> randomLengths(uint32_t mix, uint32_t tile, Random& random) {
  std::vector<uint32_t> lengths(10 + random.word() % 300);
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    const uint32_t rank = static_cast<uint32_t>(i) + 1, small = random.word() % 20;
    const uint32_t of_mix[] = {6 * tile / rank, i == 0 ? 20 * tile + small : small, 0, random.word() % (tile / 4),
                               random.word() % 8 == 0 ? random.word() % (2 * tile) : 0};
    lengths[i] = of_mix[mix % std::size(of_mix)];
  }
  return lengths;
}

}  // namespace

TEST_CASE("sorts_random_mixes_of_segment_lengths") {
  onEveryDeviceUnvalidated([](Rig& rig) {
    Random random{nextSeed()};
    const Config layouts[] = {{.payload = kIndex},
                              {.payload = kU32, .ties = kByValue},
                              {.payload = kU32, .scratch = true},
                              {.payload = kIndex, .scratch = true, .portable = true}};
    for (uint32_t mix = 0; mix < kMixes; ++mix) {
      CAPTURE(mix);
      const Config config = segmented(layouts[mix % std::size(layouts)]);
      const uint32_t tile = 1u << rig.tuning(config).tile_log2;
      expectSegments(rig, config, placedSegments(randomLengths(mix, tile, random), nextSeed()));
    }
  });
}

TEST_CASE("sorts_more_segments_than_a_grid_may_be_wide" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    const Config config = segmented({.payload = kU32, .ties = kByValue});
    expectSegments(rig, config, tinySegments(70'000, 12));
    std::vector<uint32_t> counts(70'000, 1);
    counts.insert(counts.end(), {5000, 20'000, 9000});
    SegmentSort with_long = placedSegments(counts, nextSeed());
    with_long.max_segment = 20'000;
    expectSegments(rig, segmented({.payload = kU32, .scratch = true}), with_long);
    for (const uint32_t segments : {1u, 2u, 1023u, 1024u, 1025u, 5000u}) {
      SegmentSort sort = tinySegments(segments, segments < 3 ? 100 : 300);
      expectSegments(rig, config, sort);
      sort.max_segment = 150;
      expectSegments(rig, config, sort);
    }
  });
}

TEST_CASE("one_pass_sorts_segments_of_one_workgroup" * doctest::test_suite("one width")) {
  for (const Config& layout : std::span(kSegmentedConfigs).first(kSegmentedByDefault)) {
    onEveryDeviceUnvalidated([&](Rig& rig) {
      const Config config = segmented(layout);
      const vksort::Sorter& sorter = rig.sorter(config);
      const uint32_t tile = 1u << rig.tuning(config).tile_log2;
      for (const uint32_t largest : {2u, 63u, 129u, 700u, tile, 2 * tile}) {
        for (const uint32_t segments : {1u, 7u, 65u}) {
          std::vector<uint32_t> counts(segments, largest);
          for (uint32_t i = 1; i < segments; i += 3) counts[i] = i % largest;
          SegmentSort sort = placedSegments(counts, nextSeed());
          sort.max_segment = largest;
          expectSegments(rig, sorter, config, sort);
          const std::vector<vksort::PassPlan> plan =
              planned({.count = sort.capacity, .segment_count = segments, .max_segment = largest}, sorter);
          if (largest <= tile) CHECK(plan.size() == 1);
        }
      }
    });
  }
}

// Includes a huge segment among tiny ones, whose merges use the whole grid.
TEST_CASE("sorts_equal_segments_with_each_kernel" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    for (const Config& layout : {Config{.payload = kU32, .ties = kByValue}, Config{.payload = kU32, .scratch = true}}) {
      const Config config = segmented(layout);
      const uint32_t tile = 1u << rig.tuning(config).tile_log2;
      for (const uint32_t count : {1u, 2u, 128u, 500u, tile, 2 * tile, 5 * tile}) {
        SegmentSort sort = placedSegments(std::vector<uint32_t>(40, count), nextSeed());
        sort.max_segment = count % 2 == 0 ? count : 0;
        expectSegments(rig, config, sort);
      }
      std::vector<uint32_t> counts(2000, 3);
      counts.push_back((config.scratch ? 1u << 15 : 1u << 19) + 12'345);
      expectSegments(rig, config, placedSegments(counts, nextSeed()));
    }
  });
}

// Kernels of 1 to 1/16 of a tile, so a pass has up to 16 workgroups per tile.
TEST_CASE("sorts_segments_with_each_number_of_tile_parts" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    const Config config = segmented({.payload = kU32, .ties = kByValue});
    vksort::Tuning tuning = rig.tuning(config);
    constexpr uint32_t kTileLog2 = 10, kTile = 1u << kTileLog2;
    tuning.tile_log2 = tuning.smallest_merge_log2 = tuning.merge_log2 = kTileLog2;
    SorterSetup setup = rig.setupOf(config);
    for (uint32_t parts_log2 = 0; parts_log2 < VKSORT_SEGMENTS_PARTS; ++parts_log2) {
      INFO("parts " << (1u << parts_log2));
      for (uint32_t& size : tuning.global_log2) size = 0;
      tuning.global_log2[0] = tuning.global_log2[1] = kTileLog2 - parts_log2;
      setup.tuning = tuning;
      vksort::Sorter sorter;
      REQUIRE(setup.create(sorter) == VK_SUCCESS);
      const Report report = expectSegments(rig, sorter, config,
                                           placedSegments({16 * kTile, 5 * kTile + 1, kTile + 3, 100, 1}, nextSeed()));
      CHECK(report.widest_grid <= 30u << parts_log2);
    }
  });
}

TEST_CASE("segments_are_clamped_to_range_and_maximum" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    for (const auto& [scratch, capacity] :
         {std::pair{false, 1u}, {false, 2u}, {false, 200u}, {false, 30'000u}, {true, 200u}, {true, 30'000u}}) {
      const Config config = segmented({.payload = kU32,
                                       .ties = scratch ? vksort::Ties::stable : kByValue,
                                       .scratch = scratch,
                                       .baseline = !scratch});
      const uint32_t half = capacity / 2;
      SegmentSort sort;
      sort.capacity = capacity;
      sort.table = {{capacity, 5}, {half, 0xffffffffu}, {0xffffffffu, 0xffffffffu}, {0, half}, {capacity + 7, 0}};
      expectSegments(rig, config, sort);
      sort.table[1] = {0xfffffff0u, 0x20};  // wraps to the first elements
      expectSegments(rig, config, sort);
      for (const uint32_t largest : {1u, 3u, 128u, 129u, 1500u, 10'000u}) {
        sort.table[1] = {half, 0xffffffffu};
        sort.max_segment = largest;
        expectSegments(rig, config, sort);
      }
    }
  });
}

TEST_CASE("overlapping_segments_change_no_other_elements" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    Random random{nextSeed()};
    for (const Config& layout :
         {Config{.payload = kU32, .ties = kByValue, .baseline = true}, Config{.payload = kU32, .scratch = true},
          Config{.payload = kIndex, .scratch = true, .portable = true}}) {
      const Config config = segmented(layout);
      SegmentSort sort;
      sort.capacity = 9000;
      sort.overlapping = true;
      for (uint32_t i = 0; i < 300; ++i) sort.table.push_back({10 + i % 7, i % 3 == 0 ? 4000 : 0xffffffffu});
      const Report report = expectSegments(rig, rig.sorter(config), config, sort);
      // No more workgroups than for segments that do not overlap.
      const uint32_t tile_log2 = rig.tuning(config).tile_log2;
      const uint32_t slots = 2 * ((sort.capacity >> tile_log2) + 1) + static_cast<uint32_t>(sort.table.size());
      CHECK(report.widest_grid <= slots << (VKSORT_SEGMENTS_PARTS - 1));
      CHECK(report.tallest_grid == 1);
      for (Extent& each : sort.table) each = {random.word() % 10'000, random.word() >> random.word() % 32};
      expectSegments(rig, rig.sorter(config), config, sort);
    }
  });
}

// Each segment has its own workgroup, one more than every device supports per axis.
TEST_CASE("segmented_sorts_work_with_folded_grids" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    const Config config = segmented({.payload = kU32, .ties = kByValue, .full_subgroups = false});
    {
      const MockVulkan mock(withGroups(3));
      const vksort::Sorter sorter = rig.makeSorter(config);
      for (const SegmentSort& sort : {mixedSegments(rig.tuning(config)), tinySegments(3000, 200)}) {
        const Report report = expectSegments(rig, sorter, config, sort);
        CHECK(report.widest_grid == 3);
        CHECK(report.tallest_grid > 1);
      }
      const Config in_scratch = segmented({.payload = kU32, .scratch = true});
      CHECK(expectSegments(rig, rig.makeSorter(in_scratch), in_scratch, longSegments(settingOf(rig, in_scratch)))
                .widest_grid == 3);
    }
    constexpr uint32_t kMany = 65536;
    for (const uint32_t max_x : {65535u, 1u << 27}) {
      const MockVulkan mock(withGroups(max_x));
      SegmentSort sort;
      sort.capacity = (1u << rig.tuning(config).tiny_log2) + 1;
      REQUIRE(sort.capacity <= 1u << rig.tuning(config).small_log2);
      sort.overlapping = true;  // compares few elements
      sort.table.assign(kMany, {0, sort.capacity});
      const Report report = expectSegments(rig, rig.makeSorter(config), config, sort);
      CHECK(report.widest_grid <= max_x);
      CHECK(std::uint64_t{report.widest_grid} * report.tallest_grid >= kMany);
    }
  });
}

}  // namespace test
