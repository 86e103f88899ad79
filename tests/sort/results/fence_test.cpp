// Sorts and verifications only read their arguments. Invalid reads might not change a result, so adjacent pages are
// inaccessible on a software device.
#include <doctest/doctest.h>

#if defined(__unix__)
#include <algorithm>
#include <set>

#include "support/check/fenced_sorts.h"
#include "support/device/recording.h"
#include "support/skip.h"
#include "support/variants/variants.h"

namespace test {
namespace {

using vksort::Element;
using vksort::bitonic::Kernel;

constexpr Config kFencedConfigs[] = {
    {},
    {.baseline = true},
    {.payload = kU32, .ties = kByValue},
    {.payload = kInterleaved, .ties = kByValue, .baseline = true},
    {.payload = kIndex, .baseline = true},
    {.key_type = kU64},
    {.key_type = kU64, .payload = kInterleaved, .ties = kByValue, .baseline = true},
    {.mode = Mode::indirect, .baseline = true},
    {.mode = Mode::indirect, .payload = kU32, .ties = kByValue, .baseline = true},
    {.key_type = kI32, .mode = Mode::indirect, .payload = kU32, .ties = kByValue},
    {.key_type = kU64, .order = kDown, .payload = kU32, .ties = kByValue},
    {.mode = Mode::segments},
    {.mode = Mode::segments, .payload = kU32, .ties = kByValue},
    {.mode = Mode::segments, .payload = kIndex, .baseline = true},
    {.key_type = kU64, .mode = Mode::segments, .payload = kInterleaved, .ties = kByValue, .baseline = true},
};

vksort::PlanInfo planInfoOf(const Config& config, const FencedSort& sort) {
  vksort::PlanInfo info{};
  info.count = sort.n;
  info.indirect = config.mode == Mode::indirect;
  info.segment_count = static_cast<uint32_t>(sort.table.size());
  info.key_type = config.key_type;
  return info;
}

std::set<std::string> expectNothingOutside(Rig& rig, const vksort::Sorter& sorter, const Config& config,
                                           const vksort::KernelSizes& shape) {
  std::set<std::string> names;
  for (const FencedSort& sort : partialSorts(shape, config)) {
    INFO(describe(config) << ", n " << sort.n << ", " << sort.table.size() << " segments");
    for (const Side side : kSides) CHECK(outsideOf(rig, sorter, config, sort, side).where == "");
    for (const vksort::PassPlan& pass : planned(planInfoOf(config, sort), sorter)) names.insert(pass.name);
  }
  return names;
}

std::set<std::string> kernelsOf(const Config& config, const vksort::KernelSizes& shape) {
  vksort::bitonic::BitonicSetting setting{{}, shape, 65535};
  std::set<std::string> names;
  const auto add = [&](uint32_t n) {
    const vksort::Mode mode = config.mode == Mode::segments   ? vksort::Mode::segments
                              : config.mode == Mode::indirect ? vksort::Mode::indirect
                                                              : vksort::Mode::whole;
    for (const vksort::Pass& pass : bitonicPasses(setting, {n, mode, 5000}))
      names.insert(vksort::bitonic::nameOf(static_cast<vksort::bitonic::Kernel>(pass.kernel)));
  };
  for (uint32_t k = 1; k < 32; ++k) add(1u << k);
  // Small test kernels might not sort more than a wide subgroup.
  if (config.mode != Mode::segments) names.erase("small_sort");
  return names;
}

}  // namespace

TEST_CASE("never_reads_outside_the_arguments" * doctest::test_suite("one width")) {
  for (const Config& config : kFencedConfigs) {
    SUBCASE(describe(config).c_str()) {
      onEveryDeviceUnvalidated([&](Rig& rig) {
        if (!canFence(rig)) return skip("the device does not use pages of the host");
        const vksort::Sorter sorter = fencedSorter(rig, config);
        const vksort::KernelSizes shape = rig.tuning(config);
        const std::set<std::string> run = expectNothingOutside(rig, sorter, config, shape);
        for (const std::string& name : kernelsOf(config, shape)) {
          INFO(name);
          CHECK(run.contains(name));
        }
      });
    }
  }
}

// Kernels of one workgroup load payloads by index. Others use a separate pass.
TEST_CASE("never_reads_outside_the_arguments_of_a_stable_sort" * doctest::test_suite("one width")) {
  constexpr Config kStable[] = {{.payload = kU32},
                                {.key_type = kU64, .payload = kInterleaved},
                                {.mode = Mode::segments, .payload = kInterleaved},
                                {.payload = kU32, .scratch = true, .baseline = true},
                                {.mode = Mode::indirect, .payload = kInterleaved, .scratch = true, .baseline = true}};
  for (const Config& config : kStable) {
    onEveryDeviceUnvalidated([&](Rig& rig) {
      if (!canFence(rig)) return skip("the device does not use pages of the host");
      Config created = config;
      created.scratch = true;  // otherwise the Sorter is rejected, because max_count is unlimited
      const vksort::Sorter sorter = fencedSorter(rig, created);
      const uint32_t largest = vksort::maxCounts(sorter).segment;
      uint32_t sorts = 0;
      for (const FencedSort& sort : partialSorts(rig.tuning(config), config)) {
        if (sort.n > largest && !config.baseline) continue;
        INFO(describe(config) << ", n " << sort.n);
        for (const Side side : kSides) CHECK(outsideOf(rig, sorter, config, sort, side).where == "");
        ++sorts;
      }
      CHECK(sorts > 5);
    });
  }
}

// Includes kernels that no row of the table uses.
TEST_CASE("custom_tunings_never_read_outside_the_range" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    if (!canFence(rig)) return skip("the device does not use pages of the host");
    const Config config{.full_subgroups = false};
    vksort::Tuning tuning = rig.tuning(config);
    const uint32_t tile = 8;  // so that 2^32 elements need at most kMaxTunedPasses
    tuning.tile_log2 = tile;
    tuning.smallest_merge_log2 = tuning.merge_log2 = tile - 1;
    tuning.small_log2 = 0;
    tuning.medium_log2 = tile - 1;
    tuning.large_log2 = tile;
    tuning.double_tiles = 0;
    std::ranges::fill(tuning.global_log2, 0u);
    for (const uint32_t more : {1u, 2u, 3u}) tuning.global_log2[more] = tile;
    const vksort::Sorter sorter = fencedSorter(rig, config, {}, &tuning);
    const std::set<std::string> run = expectNothingOutside(rig, sorter, config, {tuning, 0});
    for (const Kernel kernel : {Kernel::medium_sort, Kernel::large_sort, Kernel::tile_sort, Kernel::global_long_1,
                                Kernel::global_long_2, Kernel::global_long_3})
      CHECK(run.contains(vksort::bitonic::nameOf(kernel)));
  });
}

TEST_CASE("the_verifier_never_reads_outside_the_arguments" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    if (!canFence(rig)) return skip("the device does not use pages of the host");
    for (const Config& config :
         {Config{}, Config{.payload = kU32, .ties = kByValue}, Config{.payload = kInterleaved, .ties = kByValue},
          Config{.key_type = kU64}, Config{.key_type = kU64, .payload = kU32, .ties = kByValue},
          Config{.key_type = kU64, .payload = kInterleaved, .ties = kAnyTies}}) {
      const vksort::Sorter sorter = fencedSorter(rig, config);
      for (const uint32_t n : {1u, 2u, 127u, 2047u, 2048u, 2049u, 5001u, 11'000u}) {
        for (const Side side : kSides) {
          INFO(describe(config) << ", n " << n);
          CHECK(outsideOf(rig, sorter, config, {.n = n, .verifies = true}, side).where == "");
        }
      }
    }
  });
}

TEST_CASE("fence_detects_reads_outside_the_arguments" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    if (!canFence(rig)) return skip("the device does not use pages of the host");
    const Config config{.payload = kU32, .ties = kByValue, .full_subgroups = false};
    const vksort::Sorter sorter = fencedSorter(rig, config, planted(variantOf("unclamped_load", "tile_pairs")));
    uint32_t pages = 0;
    for (const FencedSort& sort : partialSorts(rig.tuning(config), config))
      for (const Side side : kSides) pages += outsideOf(rig, sorter, config, sort, side, false).pages;
    CHECK(pages > 0);
  });
}

}  // namespace test

#endif
