// Each shipped kernel, as the table has it for this device, once against the oracle. What holds for any tuning is shown
// by vksort-tests, on kernels that software drivers compile sooner.
#include <doctest/doctest.h>

#include <algorithm>

#include "bitonic/tuning.h"
#include "support/check/conform.h"
#include "support/check/list_check.h"

namespace test {
namespace {

using vksort::Count;
using vksort::Kernel;
using vksort::KeyType;
using vksort::NanRule;
using vksort::Order;
using vksort::Path;
using vksort::Values;

// On both sides of the largest count that each kernel sorts, and enough for every kind of merge.
std::vector<Input> inputsFor(const vksort::Shape& shape) {
  std::vector<Input> inputs;
  const auto add = [&inputs](uint32_t n) {
    for (const Keys keys : {Keys::random, Keys::last, Keys::float_specials})
      inputs.push_back({n, keys, Payload::index, nextSeed()});
  };
  for (const Kernel kernel : {Kernel::subgroup_sort, Kernel::small_sort, Kernel::medium_sort, Kernel::large_sort,
                              Kernel::tile_sort, Kernel::double_sort}) {
    if (!shape.uses(kernel, {})) continue;
    const uint32_t most = 1u << shape.elementsLog2(kernel);
    for (const uint32_t n : {most / 2 + 1, most - 3, most, most + 1}) add(n);
  }
  for (const uint32_t n : {2u, 3u, 17u, 5u << shape.tile_log2, 70'001u}) add(n);
  inputs.push_back({(1u << 19) + 7, Keys::random, Payload::index, nextSeed()});
  return inputs;
}

// Whether the pipelines of everything that a sort may take were bound.
void expectEveryKernel(const Report& report, const vksort::Shape& shape, const vksort::Mode& mode = {}) {
  uint32_t kernels = 0;
  for (uint32_t i = 0; i < vksort::kKernelCount; ++i) kernels += shape.uses(static_cast<Kernel>(i), mode);
  CHECK(report.pipelines.size() == kernels);
}

void expectEachSorts(const Config& config) {
  onEveryDeviceUnvalidated([&](Rig& rig) {
    INFO(describe(config));
    const vksort::Shape shape = rig.tuning(config);
    std::vector<Input> inputs = inputsFor(shape);
    if (config.count == Count::device)
      for (Input& input : inputs) input.room = input.n / 3;
    const Report report = expectSorts(rig, rig.sorter(config), config, inputs);
    expectEveryKernel(report, shape, rig.mode(config));
  });
}

}  // namespace

TEST_CASE("every_shipped_kernel_sorts_keys" * doctest::test_suite("one width")) {
  expectEachSorts({.key_type = KeyType::f32, .order = Order::descending, .nan_rule = NanRule::last});
}
TEST_CASE("every_shipped_kernel_sorts_pairs" * doctest::test_suite("one width")) {
  expectEachSorts({.key_type = KeyType::i32, .values = Values::split});
}
TEST_CASE("every_shipped_kernel_sorts_wide_keys_with_values" * doctest::test_suite("one width")) {
  expectEachSorts({.key_type = KeyType::u64, .order = Order::descending, .values = Values::split});
}
TEST_CASE("every_shipped_kernel_of_the_floor_sorts_keys" * doctest::test_suite("one width")) {
  expectEachSorts({.key_type = KeyType::f32, .path = Path::floor});
}
TEST_CASE("every_shipped_kernel_of_the_floor_sorts_pairs" * doctest::test_suite("one width")) {
  expectEachSorts({.order = Order::descending, .values = Values::interleaved, .path = Path::floor});
}
TEST_CASE("every_shipped_kernel_of_the_floor_sorts_wide_keys_with_values" * doctest::test_suite("full")) {
  expectEachSorts({.key_type = KeyType::u64, .values = Values::split, .path = Path::floor});
}
TEST_CASE("every_shipped_kernel_sorts_a_device_count" * doctest::test_suite("one width")) {
  expectEachSorts({.values = Values::iota, .count = Count::device});
}
TEST_CASE("every_shipped_kernel_that_begins_a_sort_calls_the_hook" * doctest::test_suite("one width")) {
  expectEachSorts({.key_type = KeyType::f32, .values = Values::iota, .hook = true});
}

TEST_CASE("every_shipped_kernel_sorts_few_pairs" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    const Config config{.key_type = KeyType::f32, .order = Order::descending, .values = Values::split};
    vksort::Tuning tuning = rig.tuning(config);
    if (tuning.double_tiles == 0) {  // where two tiles are more than shared memory holds, of those half as large
      for (uint32_t& log2 : tuning.global_log2) log2 = std::min(log2, 10u);
      tuning.tile_log2 = tuning.merge_log2 = tuning.smallest_merge_log2 = 10;
      tuning.small_log2 = 9;
      tuning.double_tiles = 1;
    }
    const uint32_t tile = 1u << tuning.tile_log2;
    vksort::SorterInfo info = rig.sorterInfo(config);
    info.tuning = &tuning;
    info.max_count = 2 * tile;
    vksort::Sorter sorter;
    REQUIRE(vksort::Sorter::create(info, sorter) == VK_SUCCESS);
    const std::vector<Input> inputs =
        inputsOf({tile / 2 + 1, tile - 3, tile, tile + 1, tile + tile / 2 + 5, 2 * tile - 3, 2 * tile},
                 {Keys::random, Keys::last, Keys::float_specials});
    const Report report = expectSorts(rig, sorter, config, inputs);
    CHECK(report.pipelines.size() == 2);  // of few_sort and few_merge
  });
}

TEST_CASE("every_shipped_kernel_repairs_what_moved" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    const Config config{.key_type = KeyType::f32, .values = Values::split, .coherent = true};
    const vksort::Shape shape = rig.tuning(config);
    std::vector<Input> inputs;
    for (const uint32_t n : {3u << shape.tile_log2, 70'001u}) {
      for (const uint32_t reach : {1u, 1u << (shape.tile_log2 - 1), n}) {
        inputs.push_back({n, Keys::moved, Payload::index, nextSeed(), reach});
      }
    }
    expectSorts(rig, rig.sorter(config), config, inputs);
  });
}

TEST_CASE("every_shipped_kernel_sorts_lists" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    const Config config{.key_type = KeyType::f32, .values = Values::split, .count = Count::lists};
    const vksort::Shape shape = rig.tuning(config);
    std::vector<uint32_t> counts = {0, 1, 2, 3, 70'001};
    for (const uint32_t log2 : {shape.tiny_log2, shape.small_log2, shape.tile_log2})
      for (const uint32_t count : {(1u << log2) - 1, 1u << log2, (1u << log2) + 1}) counts.push_back(count);
    expectLists(rig, config, placedLists(counts, nextSeed()));
  });
}

}  // namespace test
