// Each shipped kernel for this device sorts. vksort-tests covers results that hold for any tuning.
#include <doctest/doctest.h>

#include <algorithm>

#include "sorts/bitonic/sizes.h"
#include "support/check/conform.h"
#include "support/check/segment_check.h"
#include "support/device/call.h"

namespace test {
namespace {

using vksort::KeyType;
using vksort::bitonic::Kernel;

// Both sides of each kernel's largest count, and every kind of merge.
std::vector<Input> inputsFor(const vksort::KernelSizes& shape) {
  std::vector<Input> inputs;
  const auto add = [&inputs](uint32_t n) {
    for (const Keys keys : {Keys::random, Keys::last, Keys::float_specials})
      inputs.push_back({n, keys, Payload::index, nextSeed()});
  };
  for (const Kernel kernel :
       {Kernel::small_sort, Kernel::medium_sort, Kernel::large_sort, Kernel::tile_sort, Kernel::double_sort}) {
    if (!shape.has(kernel)) continue;
    const uint32_t size = 1u << shape.elementsLog2(kernel);
    for (const uint32_t n : {size / 2 + 1, size - 3, size, size + 1}) add(n);
  }
  for (const uint32_t n : {2u, 3u, 17u, 5u << shape.tile_log2, 70'001u}) add(n);
  inputs.push_back({(1u << 19) + 7, Keys::random, Payload::index, nextSeed()});
  return inputs;
}

// All kernels for in-place sorts of one range must have been bound.
void expectEveryKernel(const Report& report, const vksort::KernelSizes& shape, Mode mode) {
  const Kernel end = mode == Mode::indirect ? Kernel::segment_setup : Kernel::setup;
  uint32_t kernels = 0;
  for (uint32_t i = 0; i < static_cast<uint32_t>(end); ++i) kernels += shape.has(static_cast<Kernel>(i));
  CHECK(report.pipelines.size() == kernels);
}

void expectEachSorts(const Config& config) {
  onEveryDeviceUnvalidated([&](Rig& rig) {
    INFO(describe(config));
    const vksort::KernelSizes shape = rig.tuning(config);
    std::vector<Input> inputs = inputsFor(shape);
    if (config.mode == Mode::indirect)
      for (Input& input : inputs) input.room = input.n / 3;
    const Report report = expectSorts(rig, rig.sorter(config), config, inputs);
    expectEveryKernel(report, shape, config.mode);
  });
}

}  // namespace

TEST_CASE("every_shipped_kernel_sorts_keys" * doctest::test_suite("one width")) {
  expectEachSorts({.key_type = kF32, .order = kDown, .nan_rule = kNanLast});
}
TEST_CASE("every_shipped_kernel_sorts_pairs" * doctest::test_suite("one width")) {
  expectEachSorts({.key_type = kI32, .payload = kU32, .ties = kByValue});
}
TEST_CASE("every_shipped_kernel_sorts_wide_keys_with_payloads" * doctest::test_suite("one width")) {
  expectEachSorts({.key_type = kU64, .order = kDown, .payload = kInterleaved, .ties = kByValue});
}
TEST_CASE("every_shipped_baseline_kernel_sorts_keys" * doctest::test_suite("one width")) {
  expectEachSorts({.key_type = kF32, .baseline = true});
}
TEST_CASE("every_shipped_baseline_kernel_sorts_pairs" * doctest::test_suite("full")) {
  expectEachSorts({.order = kDown, .payload = kInterleaved, .ties = kByValue, .baseline = true});
}
TEST_CASE("every_shipped_baseline_kernel_sorts_wide_keys_with_payloads" * doctest::test_suite("full")) {
  expectEachSorts({.key_type = kU64, .payload = kU32, .ties = kByValue, .baseline = true});
}
TEST_CASE("every_shipped_kernel_sorts_an_indirect_count" * doctest::test_suite("one width")) {
  expectEachSorts({.mode = Mode::indirect, .payload = kIndex});
}
// Kernels of one workgroup sort {key, index}, and load payloads last.
TEST_CASE("every_shipped_kernel_of_one_workgroup_sorts_stably" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    for (const KeyType key_type : {KeyType::f32, KeyType::u64}) {
      if (key_type == KeyType::u64 && !everythingWanted()) continue;
      const Config config{.key_type = key_type, .payload = kInterleaved};
      const vksort::KernelSizes shape = rig.tuning(config);
      SorterSetup setup = rig.setupOf(config);
      setup.info.max_count =
          vksort::bitonic::BitonicSetting{vksort::configurationOf(setup.info), shape, 1}.oneWorkgroup();
      vksort::Sorter sorter;
      REQUIRE(vksort::Sorter::create(setup.get(), sorter) == VK_SUCCESS);
      for (const Kernel kernel : vksort::bitonic::kOneWorkgroupKernels) {
        if (!shape.has(kernel)) continue;
        const uint32_t size = 1u << shape.elementsLog2(kernel);
        for (const uint32_t n : {size / 2 + 1, size - 3, size})
          for (const uint32_t distinct : {3u, n}) {
            const Input input{n, Keys::few, Payload::repeated, nextSeed(), distinct};
            expectSorts(rig, sorter, config, {&input, 1});
          }
      }
    }
  });
}

TEST_CASE("every_shipped_kernel_sorts_segments" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    const Config config{.key_type = kF32, .mode = Mode::segments, .payload = kU32, .ties = kByValue};
    const vksort::KernelSizes shape = rig.tuning(config);
    std::vector<uint32_t> counts = {0, 1, 2, 3, 70'001};
    for (const uint32_t log2 : {shape.tiny_log2, shape.small_log2, shape.tile_log2})
      for (const uint32_t count : {(1u << log2) - 1, 1u << log2, (1u << log2) + 1}) counts.push_back(count);
    expectSegments(rig, config, placedSegments(counts, nextSeed()));
  });
}

}  // namespace test
