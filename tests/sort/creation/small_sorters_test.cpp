// Sorters of few elements, and tunings of few kernels.
#include <doctest/doctest.h>

#include "support/check/segment_check.h"
#include "support/device/call.h"

namespace test {
namespace {

using vksort::Tuning;

// The table's without subgroups, and without the kernels that are optional.
Tuning fewKernels(Rig& rig, const Config& config) {
  Tuning tuning = rig.tuning(config);
  tuning.small_log2 = tuning.medium_log2 = tuning.large_log2 = tuning.double_tiles = 0;
  return tuning;
}

vksort::Sorter makeTuned(Rig& rig, const Config& config, const Tuning& tuning, bool tests_itself) {
  SorterSetup setup = tests_itself ? tested(rig, config) : rig.setupOf(config);
  setup.tuning = tuning;
  Attempt made = create(setup);
  CHECK_MESSAGE(made.result == VK_SUCCESS, made.reason);
  const vksort::Report report = vksort::getReport(made.sorter);
  CHECK(report.self_tested == tests_itself);
  CHECK(report.rejected_count == 0);
  return std::move(made.sorter);
}

std::string lastKernel(const vksort::Sorter& sorter, uint32_t n) {
  std::vector<vksort::PassPlan> passes(vksort::plan(sorter, {.count = n}));
  REQUIRE_FALSE(passes.empty());
  vksort::plan(sorter, {.count = n}, passes.data(), static_cast<uint32_t>(passes.size()));
  return passes.back().name;
}

}  // namespace

// Up to the elements of one workgroup payloads are sorted stably in place.
TEST_CASE("sorts_each_count_of_few_pairs" * doctest::test_suite("one width")) {
  constexpr Config kFewPairs[] = {
      {.payload = kU32},
      {.key_type = kI32, .payload = kIndex, .push_descriptor = false},
      {.key_type = kU64, .payload = kInterleaved},
  };
  onEveryDeviceUnvalidated([&](Rig& rig) {
    for (const Config& config : kFewPairs) {
      INFO(describe(config));
      SorterSetup setup = rig.setupOf(config);
      const vksort::bitonic::KernelSizes shape = rig.tuning(config);
      const uint32_t max_count = setup.info.max_count = 1u << shape.elementsLog2(shape.firstSort());
      const bool tests_itself = config.payload == vksort::Payload::u32;
      if (tests_itself) setup.creation.self_test = tested(rig, config).creation.self_test;
      const Attempt made = create(setup.get());
      CHECK_MESSAGE(made.result == VK_SUCCESS, made.reason);
      CHECK(vksort::getReport(made.sorter).self_tested == tests_itself);
      CHECK(vksort::plan(made.sorter, {.count = max_count}) == 1);
      std::vector<Input> inputs;
      for (uint32_t n = 1; n <= max_count; n = n < 256 ? n + 1 : n + 97)
        inputs.push_back({n, n % 3 == 0 ? Keys::entropy_3 : Keys::random, Payload::random, nextSeed()});
      for (const Keys keys : {Keys::sorted, Keys::reversed, Keys::equal, Keys::last})
        for (const uint32_t n : {max_count / 2, max_count / 2 + 1, max_count - 1, max_count})
          inputs.push_back({n, keys, Payload::random, nextSeed()});
      expectSorts(rig, made.sorter, config, inputs);
    }
  });
}

TEST_CASE("sorts_and_self_tests_without_kernels_for_small_sorts" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    for (const Config& config :
         {Config{.full_subgroups = false},
          Config{.mode = Mode::indirect, .payload = kU32, .ties = kByValue, .full_subgroups = false},
          Config{.payload = kIndex, .full_subgroups = false},
          Config{.payload = kU32, .ties = kByValue, .full_subgroups = false}}) {
      INFO(describe(config));
      const Tuning tuning = fewKernels(rig, config);
      const vksort::Sorter sorter = makeTuned(rig, config, tuning, config.payload == vksort::Payload::u32);
      CHECK(lastKernel(sorter, 13) == "tile_sort");
      const uint32_t tile = 1u << tuning.tile_log2;
      std::vector<Input> inputs;
      for (const uint32_t n : {1u, 2u, 13u, 64u, tile - 1, tile, tile + 1, 2 * tile, 5 * tile + 3, 40 * tile + 9})
        inputs.push_back({.n = n, .keys = Keys::entropy_3, .seed = nextSeed()});
      expectSorts(rig, sorter, config, inputs);
    }
  });
}

// Segments that are not tiny are sorted in slots then.
TEST_CASE("sorts_segments_with_each_size_of_small_sorts" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    const Config config{.mode = Mode::segments, .payload = kU32, .ties = kByValue, .full_subgroups = false};
    Tuning tuning = fewKernels(rig, config);
    const SegmentSort mixed = mixedSegments(rig.tuning(config));
    for (const uint32_t small : {0u, 4u, rig.tuning(config).small_log2, tuning.tile_log2}) {
      INFO("small_log2 " << small);
      tuning.small_log2 = small;
      const vksort::Sorter sorter = makeTuned(rig, config, tuning, small == 0);
      for (const SegmentSort& sort : {mixed, tinySegments(700, 40)}) {
        const Report report = expectSegments(rig, sorter, config, sort);
        CHECK(report.sorts > 20);
      }
    }
  });
}

}  // namespace test
