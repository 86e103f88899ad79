#include "session/plan.h"

#include <doctest/doctest.h>

#include <stdexcept>

#include "algorithms/algorithms.h"
#include "input/keys.h"
#include "input/positions.h"
#include "support/devices.h"

namespace test {
namespace {

const std::vector<std::string> kLadder = {"cpu", "v0", "v1", "v2", "v3", "v4", "v5", "vksort"};

bench::Plan planOf(const gpu::Device& device, const bench::Sizes& sizes, bench::Unable unable) {
  return bench::makePlan(device, {}, sizes, kLadder, unable);
}

}  // namespace

TEST_CASE("a_lenient_plan_skips_what_the_device_cannot_hold") {
  for (TestDevice& device : devices()) {
    bench::Sizes sizes;
    sizes.min_log2 = 10;
    sizes.max_log2 = 30;
    const bench::Plan plan = planOf(*device.device, sizes, bench::Unable::skip);
    CHECK(plan.points.front().count == 1024);
    // 2^30 keys are 4 GiB, one more than a range of 32 bits can have.
    CHECK(plan.points.back().count < 1u << 30);
    REQUIRE_FALSE(plan.skipped.empty());
    CHECK(plan.skipped.back().find("1073741824 elements: v0 v1 v2") == 0);
    CHECK_THROWS_AS(planOf(*device.device, sizes, bench::Unable::refuse), std::invalid_argument);
    sizes.min_log2 = 30;
    CHECK_THROWS_AS(planOf(*device.device, sizes, bench::Unable::skip), std::invalid_argument);
  }
}

TEST_CASE("what_the_device_holds_is_the_input_what_is_sorted_and_what_is_lent") {
  constexpr std::uint64_t kCount = 1u << 20;
  gpu::DeviceProperties properties;
  properties.core.limits.maxStorageBufferRange = ~0u;
  properties.memory.memoryHeapCount = 1;
  properties.memory.memoryHeaps[0].flags = VK_MEMORY_HEAP_DEVICE_LOCAL_BIT;
  // Whether so many buffers of elements are just enough.
  const auto takes = [&](std::uint64_t buffers, const bench::Configuration& configuration) {
    VkDeviceSize& size = properties.memory.memoryHeaps[0].size;
    size = buffers * kCount * bench::bytesPerElement(configuration.input.ordering);
    if (!bench::tooLarge(properties, configuration, kCount).empty()) return false;
    size -= 1;
    return bench::tooLarge(properties, configuration, kCount) == "too large for the device's memory";
  };
  bench::Configuration configuration;
  CHECK(takes(2, configuration));
  configuration.scratch = true;
  CHECK(takes(3, configuration));
  configuration.input.key_bits = 24;  // an odd number of passes takes two copies
  CHECK(takes(4, configuration));
  configuration.input.key_bits = 8;  // two passes are the least
  CHECK(takes(3, configuration));
  configuration.algorithm = vksort::Algorithm::bitonic;
  CHECK(takes(2, configuration));
  configuration = {};
  configuration.scratch = true;
  configuration.input.ordering.values = vksort::Values::split;
  CHECK(takes(3, configuration));
  configuration.input.value_bits = 20;
  CHECK(takes(4, configuration));
  configuration.input.ordering.ties = vksort::Ties::any;
  CHECK(takes(3, configuration));
  configuration.input.ordering.key_type = vksort::KeyType::u64;
  CHECK(takes(2, configuration));
  // Positions that keys are computed from are as large as four buffers of these.
  static_assert(sizeof(bench::Position) == 4 * sizeof(float));
  configuration = {};
  configuration.input.ordering.key_type = vksort::KeyType::f32;
  for (const bench::KeySource source : {bench::KeySource::hook, bench::KeySource::pass}) {
    configuration.input.source = source;
    CHECK(takes(2 + 4, configuration));
  }
  configuration.input.source = bench::KeySource::buffer;
  configuration.camera = 0.5;
  CHECK(takes(2 + 4, configuration));
  properties.core.limits.maxStorageBufferRange = kCount * sizeof(bench::Position);
  CHECK(takes(2 + 4, configuration));
  properties.core.limits.maxStorageBufferRange -= 1;
  CHECK(bench::tooLarge(properties, configuration, kCount) == "too large for a storage buffer of the device");
}

TEST_CASE("sizes_are_those_given_or_the_powers_of_two_between_the_defaults") {
  for (TestDevice& device : devices()) {
    const bool software = device.device->properties().core.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU;
    bench::Sizes sizes;
    sizes.defaults = {.min_log2 = 3, .max_log2 = 6, .software_max_log2 = 4};
    CHECK(bench::countsOf(*device.device, sizes) ==
          (software ? std::vector<std::uint32_t>{8, 16} : std::vector<std::uint32_t>{8, 16, 32, 64}));
    sizes.max_log2 = 5;
    CHECK(bench::countsOf(*device.device, sizes) == std::vector<std::uint32_t>{8, 16, 32});
    sizes.max_log2.reset();
    sizes.min_log2 = 7;
    CHECK(bench::countsOf(*device.device, sizes) == std::vector<std::uint32_t>{128});
    sizes.counts = {5, 3};
    CHECK(bench::countsOf(*device.device, sizes) == std::vector<std::uint32_t>{5, 3});
  }
}

}  // namespace test
