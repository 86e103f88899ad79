// An indirect sort uses the count in the buffer, and changes no other elements.
#include <doctest/doctest.h>

#include <algorithm>

#include "support/check/conform.h"

namespace test {
namespace {

using vksort::Kernel;

void addFound(std::vector<Input>& inputs, uint32_t capacity, uint32_t found) {
  constexpr Keys kKeys[] = {Keys::random, Keys::last, Keys::float_specials, Keys::entropy_3, Keys::reversed};
  constexpr Payload kPayloads[] = {Payload::index, Payload::random, Payload::all_ones};
  Input input{std::min(found, capacity), kKeys[inputs.size() % 5], kPayloads[inputs.size() % 3], nextSeed()};
  input.room = capacity - input.n;
  if (found > capacity) input.found = found;
  inputs.push_back(input);
}

// Counts around each change, in ranges of one, few and many workgroups.
std::vector<Input> countsAndCapacities(const vksort::KernelSizes& shape) {
  const uint32_t tile = 1u << shape.tile_log2, small = 1u << shape.small_log2;
  std::vector<Input> inputs;
  for (const uint32_t capacity : {1u, 2u, 16u, small, tile - 3, tile, 2 * tile, 2 * tile + 1, 9 * tile + 5}) {
    for (const uint32_t n : {0u, 1u, 2u, 3u, 15u, small - 1, small, small + 1, tile - 1, tile, tile + 1, 2 * tile - 1,
                             2 * tile, 2 * tile + 1, 4 * tile, 5 * tile + 3})
      if (n < capacity) addFound(inputs, capacity, n);
    for (const uint32_t n : {capacity - 1, capacity, capacity + 1, 0x80000000u, 0xffffffffu})
      addFound(inputs, capacity, n);
  }
  return inputs;
}

constexpr Config kIndirectConfigs[] = {
    {.mode = Mode::indirect},
    {.key_type = kF32, .order = kDown, .mode = Mode::indirect, .payload = kU32, .ties = kByValue},
    {.key_type = kI32, .order = kDown, .mode = Mode::indirect, .payload = kIndex},
    {.key_type = kF32, .mode = Mode::indirect, .baseline = true},
    {.mode = Mode::indirect, .payload = kU32, .ties = kByValue, .baseline = true, .push_descriptor = false},
    {.key_type = kU64, .order = kDown, .mode = Mode::indirect, .payload = kIndex},
    // Only in full runs.
    {.key_type = kU64, .mode = Mode::indirect, .payload = kU32, .ties = kByValue, .baseline = true},
    {.key_type = kU64, .mode = Mode::indirect, .baseline = true},
    {.mode = Mode::indirect, .payload = kU32, .ties = kAnyTies, .baseline = true},
};
constexpr std::size_t kIndirectByDefault = 6;

}  // namespace

TEST_CASE("sorts_the_count_in_the_buffer" * doctest::test_suite("one width")) {
  for (const Config& config :
       std::span(kIndirectConfigs).first(everythingWanted() ? std::size(kIndirectConfigs) : kIndirectByDefault)) {
    SUBCASE(describe(config).c_str()) {
      onEveryDeviceUnvalidated([&](Rig& rig) {
        std::vector<Input> inputs = countsAndCapacities(rig.tuning(config));
        if (config == kIndirectConfigs[0])
          for (const uint32_t found : {3u, 131'073u, 200'000u, ~0u}) addFound(inputs, 200'000, found);
        expectSorts(rig, config, inputs);
      });
    }
  }
}

TEST_CASE("indirect_counts_work_with_folded_grids" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    const Config config{.mode = Mode::indirect, .payload = kInterleaved, .ties = kByValue, .baseline = true};
    Faults faults;
    faults.edit_properties = [](VkPhysicalDeviceProperties2& out) {
      out.properties.limits.maxComputeWorkGroupCount[0] = 3;
      out.properties.limits.minStorageBufferOffsetAlignment = 256;
    };
    const MockVulkan mock(faults);
    const Report report = expectSorts(rig, rig.makeSorter(config), config, countsAndCapacities(rig.tuning(config)));
    CHECK(report.widest_grid == 3);
    CHECK(report.tallest_grid > 1);
  });
}

}  // namespace test
