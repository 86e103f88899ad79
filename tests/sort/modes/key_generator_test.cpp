// Key generators: the first pass of a sort computes its keys.
#include <doctest/doctest.h>

#include <algorithm>
#include <set>

#include "index_keys.h"
#include "payload_keys.h"
#include "support/check/segment_check.h"
#include "support/device/recording.h"

namespace test {
namespace {

// The conformance check fills the keys with noise before it sorts, and counts calls for elements that are not there.
std::vector<Input> generatedInputs(Rig& rig, const Config& config) {
  const vksort::KernelSizes shape = rig.tuning(config);
  std::vector<uint32_t> sizes = {0, 1, 2, 3, 17, 7 * (1u << shape.tile_log2) + 5};
  for (const uint32_t log2 :
       {shape.subgroup_log2 + 2, shape.small_log2, shape.medium_log2, shape.tile_log2, shape.tile_log2 + 1}) {
    if (log2 == 0) continue;
    for (const uint32_t n : {(1u << log2) - 1, 1u << log2, (1u << log2) + 1}) sizes.push_back(n);
  }
  std::vector<Input> inputs;
  for (const uint32_t n : sizes) {
    for (const Keys keys : {Keys::random, Keys::last, Keys::float_specials}) {
      inputs.push_back({n, keys, Payload::random, nextSeed()});
      if (config.mode == Mode::indirect) inputs.back().room = n % 5 * 300;
    }
  }
  return inputs;
}

// With NaN as the keys of elements that a host has culled.
constexpr Config kGeneratedConfigs[] = {
    {.key_type = kF32, .nan_rule = kNanLast, .payload = kIndex, .generator = true},
    {.order = kDown, .generator = true, .push_descriptor = false},
    {.key_type = kI32, .payload = kU32, .ties = kAnyTies, .generator = true, .baseline = true},
    {.order = kDown, .payload = kU32, .ties = kByValue, .generator = true, .baseline = true},
    {.key_type = kF32,
     .order = kDown,
     .nan_rule = kNanLast,
     .mode = Mode::indirect,
     .payload = kU32,
     .ties = kByValue,
     .generator = true},
};

// On both sides of the limits between the kernels that sort a segment.
SegmentSort generatedSegments(Rig& rig, const Config& config) {
  const vksort::KernelSizes shape = rig.tuning(config);
  const uint32_t tiny = 1u << shape.tiny_log2, tile = 1u << shape.tile_log2;
  return placedSegments({0, 1, 1, 2, 5, tiny - 1, tiny, tiny + 1, 2 * tiny + 3, tile - 1, tile + 1, 3 * tile + 7},
                        nextSeed());
}

}  // namespace

TEST_CASE("sorts_by_keys_that_a_generator_computes" * doctest::test_suite("one width")) {
  for (const Config& config : kGeneratedConfigs) {
    SUBCASE(describe(config).c_str()) {
      onEveryDeviceUnvalidated([&](Rig& rig) {
        const std::vector<Input> inputs = generatedInputs(rig, config);
        expectSorts(rig, config, inputs);
        expectSorts(rig, config, inputs, {.widen = false, .one_buffer = true});
      });
    }
  }
}

TEST_CASE("key_generators_go_with_segments" * doctest::test_suite("one width")) {
  const Config config{
      .key_type = kF32, .nan_rule = kNanLast, .mode = Mode::segments, .payload = kIndex, .generator = true};
  onEveryDevice([&](Rig& rig) {
    SegmentSort sort = generatedSegments(rig, config);
    sort.keys = Keys::float_specials;
    expectSegments(rig, config, sort);
    // A segment of one element takes a pass, too, which stores its key.
    const Config keys{.mode = Mode::segments, .generator = true, .baseline = true};
    expectSegments(rig, keys, generatedSegments(rig, keys));
  });
}

// One workgroup with 4 elements per invocation, or 8, or as many as a tile has; tiles; pairs of tiles.
// Also those that the table does not use on the device.
TEST_CASE("key_generators_are_in_every_kernel_that_begins_a_sort" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    std::set<std::string> kernels;
    for (const auto payload : {vksort::Payload::none, vksort::Payload::index}) {
      const Config config{.payload = payload, .generator = true};
      const Config without{.payload = payload, .generator = true, .full_subgroups = false};
      // Tiles must be small enough to be doubled. Workgroups must hold a subgroup.
      const bool wide = rig.device().properties().subgroup.subgroupSize >= 32;
      vksort::Tuning tuning = rig.tuning(wide ? config : without);
      std::ranges::copy(rig.tuning(config).radix_shapes, tuning.radix_shapes);  // shapes for the device's subgroups
      tuning.double_tiles = 1;
      tuning.small_log2 = tuning.tile_log2 - 1;
      if (payload == vksort::Payload::none) tuning.medium_log2 = tuning.tile_log2;
      SorterSetup setup = rig.setupOf(config);
      setup.tuning = tuning;
      vksort::Sorter sorter;
      REQUIRE(setup.create(sorter) == VK_SUCCESS);
      std::vector<Input> inputs;
      const uint32_t tile = 1u << tuning.tile_log2;
      for (const uint32_t n : {7u, tile / 2 - 1, tile - 3, 5 * tile / 2}) {
        inputs.push_back({n, Keys::random, Payload::index, nextSeed()});
        kernels.insert(planned({.count = n}, sorter).front().name);
      }
      expectSorts(rig, sorter, config, inputs);
    }
    CHECK(kernels == std::set<std::string>{"small_sort", "medium_sort", "tile_sort", "double_sort"});
  });
}

namespace {

}  // namespace

// A single element takes one dispatch. The keys of a self-test are in the ranges, where the generator does not look.

}  // namespace test
