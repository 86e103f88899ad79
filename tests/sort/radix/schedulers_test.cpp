// Sorts are correct under any scheduling. For example, workgroups publish late or never, tiles are in another order, or
// subgroups stay divided.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "setting.h"
#include "support/check/conform.h"
#include "support/check/segment_check.h"
#include "support/variants/variants.h"

namespace test {
namespace {

// Two passes, which are the first and last of any sort.
constexpr Config kTwoDigits{.bit_count = 16, .scratch = true};
constexpr Config kFloatIndex{.key_type = kF32, .nan_rule = kNanLast, .payload = kIndex, .scratch = true};
constexpr Config kFloatByValue{
    .key_type = kF32, .order = kDown, .nan_rule = kNanLast, .payload = kU32, .ties = kByValue, .scratch = true};
constexpr Config kWidePairs{.key_type = kU64, .bit_count = 16, .payload = kInterleaved, .scratch = true};
constexpr Config kStable{.key_type = kI32, .bit_count = 16, .payload = kU32, .scratch = true};
// Both passes move narrow elements, or only the last ones.
constexpr Config kNarrow{.first_bit = 16, .bit_count = 16, .payload = kIndex, .discard_keys = true, .scratch = true};
constexpr Config kNarrowLast{
    .key_type = kF32, .order = kDown, .payload = kIndex, .discard_keys = true, .scratch = true};
constexpr Config kWideNarrow{
    .key_type = kU64, .first_bit = 28, .bit_count = 20, .payload = kU32, .discard_keys = true, .scratch = true};

constexpr Config portable(Config config) {
  config.portable = true;
  return config;
}

constexpr Config indirect(Config config) {
  config.mode = Mode::indirect;
  return config;
}

struct Scheduler {
  const char* variant;
  const char* module;
  Config config;
  std::vector<uint32_t> sizes{61, 3001};
};

std::vector<Scheduler> schedulers() {
  constexpr const char* kPassWord = "radix_pass_word";
  constexpr const char* kPassWords = "radix_pass_words";
  std::vector<Scheduler> rows;
  // With one workgroup at a time, the others have not started yet.
  if (std::getenv("LP_NUM_THREADS") != nullptr) {
    for (const char* variant : {"silent", "backwards", "mute_backwards"})
      rows.push_back({variant, kPassWord, kTwoDigits});
    rows.push_back({"silent", kPassWord, kNarrow, {5003}});
    return rows;
  }
  for (const char* variant : {"turned", "silent", "late", "partial", "other_digits", "backwards", "mute_backwards",
                              "swapped", "half_mute", "above_2_24", "shares"})
    rows.push_back({variant, kPassWord, kTwoDigits});
  for (const char* variant : {"mute", "turned", "silent", "other_digits", "split"})
    rows.push_back({variant, kPassWord, indirect(kNarrow), {5003}});
  for (const char* variant : {"mute_backwards", "swapped"}) rows.push_back({variant, kPassWord, kNarrowLast, {5003}});
  for (const char* variant : {"mute", "split"}) rows.push_back({variant, kPassWords, kWideNarrow, {5003}});
  rows.push_back({"adds_turned", kPassWords, kNarrowLast, {5003}});
  rows.push_back({"mute", kPassWord, kTwoDigits, {61, 3001, 5003}});
  rows.push_back({"mute_for_long", kPassWord, {.bit_count = 16, .scratch = true}, {512 * 128}});
  rows.push_back({"adds_turned", kPassWord, kTwoDigits, {3001, 5003}});
  for (const Config& config : {kStable, kWidePairs}) rows.push_back({"mute", kPassWords, config, {61, 5003}});
  rows.push_back({"turned", kPassWords, kFloatByValue});
  rows.push_back({"half_silent", kPassWords, kFloatIndex});
  for (const char* variant : {"early", "follow"}) rows.push_back({variant, kPassWords, kFloatIndex});
  rows.push_back({"adds_turned", kPassWords, kFloatIndex, {3001, 5003}});
  for (const Config& config : {kStable, kFloatByValue, kWidePairs, portable(kFloatByValue)})
    rows.push_back({"adds_turned", kPassWords, config, {3001}});
  rows.push_back({"split", kPassWord, portable(kTwoDigits), {3001}});
  for (const Config& config : {kStable, kWidePairs, portable(kFloatByValue)})
    rows.push_back({"split", kPassWords, config, {61, 3001, 5003}});
  rows.push_back({"groups", "radix_sum", portable(kTwoDigits), {0}});
  rows.push_back({"three", "radix_set_up", indirect(kFloatByValue), {61, 3001, 5003}});
  rows.push_back({"turned", "radix_count_word", kTwoDigits, {5003}});
  const Config in_place{.key_type = kF32, .order = kDown, .payload = kU32, .ties = kByValue, .full_subgroups = false};
  rows.push_back({"turned", "tile_pairs", in_place, {5003}});
  return rows;
}

std::vector<uint32_t> sizesFor(Rig& rig, const Scheduler& row) {
  if (row.sizes.front() != 0) return row.sizes;
  const vksort::radix::TileShape shape = settingOf(rig, row.config).shapeFor(vksort::radix::kMaxElements);
  return {std::max(9'001u, (shape.tile() << shape.invocations_log2) + 809)};
}

std::vector<Input> inputsFor(Rig& rig, const Scheduler& row) {
  std::vector<Input> inputs;
  for (const uint32_t n : sizesFor(rig, row)) {
    const auto add = [&](Keys keys, uint32_t reach = 1) {
      inputs.push_back({n, keys, Payload::random, nextSeed(), reach});
      if (row.config.mode == Mode::indirect) inputs.back().room = n / 3;
    };
    for (const Keys keys : {Keys::random, Keys::float_specials, Keys::equal, Keys::low_ones}) add(keys);
    if (row.variant != std::string_view("adds_turned")) continue;
    // Both sides of a tile's middle, because halves are exchanged.
    const uint32_t middle = settingOf(rig, row.config).shapeFor(n).tile() / 2;
    if (2 * middle > 256 || wideKeys(row.config)) continue;
    for (const Keys keys : {Keys::halves, Keys::halves_alike}) add(keys, middle);
  }
  return inputs;
}

}  // namespace

TEST_CASE("radix_sorts_tolerate_any_workgroup_schedule" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    for (const Scheduler& row : schedulers()) {
      const Variant& variant = variantOf(row.variant, row.module);
      INFO(describe(variant) << ": " << describe(row.config));
      const MockVulkan mock(planted(variant));
      const std::vector<Input> inputs = inputsFor(rig, row);
      SorterSetup setup = rig.setupOf(row.config);
      if (row.config.portable) setup.info.max_count = inputs.back().n;
      vksort::Sorter sorter;
      REQUIRE(vksort::Sorter::create(setup.get(), sorter) == VK_SUCCESS);
      const Report report = checkSorts(rig, sorter, row.config, inputs);
      INFO(report.first);
      CHECK(report.ok());
      CHECK(report.sorts == inputs.size());
    }
  });
}

// See shaders/reconvergence.md: without a barrier before it, a vote misses invocations.
TEST_CASE("oracle_detects_votes_and_narrow_elements_that_are_wrong" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    for (const auto& [variant, module, config] : {std::tuple{"split_by_look_back", "radix_pass_words", kStable},
                                                  {"split_by_votes", "radix_pass_words", kStable},
                                                  {"few_index_bits", "radix_pass_words", kNarrowLast},
                                                  {"few_index_bits", "radix_pass_word", kNarrow}}) {
      INFO(std::string(variant) << " in " << module);
      const MockVulkan mock(planted(variantOf(variant, module)));
      const vksort::Sorter sorter = rig.makeSorter(config);
      CHECK(checkSorts(rig, sorter, config, inputsOf({3001, 5003})).wrong > 0);
    }
  });
}

// Converting f32 keys of one sign complements the equal bits. Software adds in order, so no tile moves twice.
TEST_CASE("tiles_with_ordered_significant_bits_move_once" * doctest::test_suite("one width")) {
  constexpr Config kBits[] = {{.key_type = kF32, .first_bit = 16, .bit_count = 16, .scratch = true},
                              {.key_type = kF32, .first_bit = 16, .bit_count = 16, .payload = kIndex, .scratch = true},
                              {.key_type = kF32,
                               .order = kDown,
                               .first_bit = 16,
                               .bit_count = 16,
                               .payload = kU32,
                               .ties = kByValue,
                               .scratch = true}};
  onEveryDeviceUnvalidated([&](Rig& rig) {
    for (const Config& config : kBits) {
      const bool one_word = config.payload == vksort::Payload::none;
      const MockVulkan mock(
          planted(variantOf("wrong_if_moved_again", one_word ? "radix_pass_word" : "radix_pass_words")));
      const vksort::Sorter sorter = rig.makeSorter(config);
      const uint32_t tile = settingOf(rig, config).shapeFor(5003).tile();
      expectSorts(rig, sorter, config, inputsOf({40 * tile, 40 * tile + tile / 2}));
    }
  });
}

// Subgroups run one by one, so a missing barrier changes the result.
TEST_CASE("segmented_sorts_tolerate_any_schedule" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    const Config in_place{.key_type = kF32, .order = kDown, .payload = kU32, .ties = kByValue, .baseline = true};
    for (const auto& [variant, module, layout] : {std::tuple{"turned", "segment_setup", in_place},
                                                  {"turned", "segment_tiles", kStable},
                                                  {"mute", "radix_pass_words", kStable},
                                                  {"split", "radix_pass_words", kStable},
                                                  {"adds_turned", "radix_pass_words", kFloatIndex},
                                                  {"silent", "radix_pass_word", kTwoDigits},
                                                  {"swapped", "radix_pass_word", kTwoDigits},
                                                  {"mute_backwards", "radix_pass_word", kTwoDigits}}) {
      const Config config = segmented(layout);
      INFO(std::string(variant) << " in " << module);
      const MockVulkan mock(planted(variantOf(variant, module)));
      const vksort::Sorter sorter = rig.makeSorter(config);
      const SegmentSort all = config.scratch ? longSegments(settingOf(rig, config)) : mixedSegments(rig.tuning(config));
      for (const SegmentSort& sort : {all, tinySegments(1500, config.scratch ? 30 : 100)})
        CHECK(expectSegments(rig, sorter, config, sort).sorts > 10);
    }
  });
}

TEST_CASE("oracle_detects_segments_that_share_counts" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    const Config config = segmented(kStable);
    for (const auto& [variant, module] :
         {std::pair{"across_segments", "radix_pass_words"}, {"shared_histogram", "segment_tiles"}}) {
      INFO(variant);
      const MockVulkan mock(planted(variantOf(variant, module)));
      const vksort::Sorter sorter = rig.makeSorter(config);
      CHECK(checkSegments(rig, sorter, config, longSegments(settingOf(rig, config))).wrong > 0);
    }
  });
}

// An empty segment can start inside a segment of another workgroup.
TEST_CASE("empty_segments_load_no_elements" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    for (const bool pairs : {false, true}) {
      const Config config = segmented({.payload = pairs ? kU32 : vksort::Payload::none});
      const MockVulkan mock(planted(variantOf("harmful_load", pairs ? "small_pairs" : "small_keys")));
      const vksort::Sorter sorter = rig.makeSorter(config);
      SegmentSort sort = tinySegments(501, 6);
      sort.max_segment = 6;
      Random random{nextSeed()};
      for (Extent& each : sort.table)
        if (each.count == 0) each.first = random.below(sort.capacity);
      expectSegments(rig, sorter, config, sort);
    }
  });
}

}  // namespace test
