// Where a sort may read and write.
#include <doctest/doctest.h>

#include "gpu/commands.h"
#include "gpu/descriptors.h"
#include "support/check/conform.h"

namespace test {
namespace {

using vksort::Path;
using vksort::Values;

std::vector<Input> someInputs(uint32_t tile) {
  std::vector<Input> inputs;
  for (const uint32_t n : {0u, 1u, 2u, 5u, 33u, tile - 1, tile, tile + 1, 3 * tile + 1, 8 * tile - 1})
    inputs.push_back({n, Keys::last, Payload::all_ones, nextSeed()});
  return inputs;
}

constexpr Config kRangeConfigs[] = {
    {.values = Values::none},
    {.values = Values::split},
    {.values = Values::interleaved},
    {.values = Values::iota},
    {.key_type = vksort::KeyType::u64},
    {.key_type = vksort::KeyType::u64, .path = Path::floor, .push_descriptor = false},
    {.key_type = vksort::KeyType::u64, .values = Values::split},
    {.key_type = vksort::KeyType::u64, .values = Values::iota, .path = Path::floor, .push_descriptor = false},
    {.values = Values::none, .path = Path::floor, .push_descriptor = false},
    {.values = Values::split, .path = Path::floor, .push_descriptor = false},
};

}  // namespace

// With descriptors that reach to the end of the buffer: on a driver that clamps, guards could not be hit otherwise.
TEST_CASE("never_writes_outside_the_range" * doctest::test_suite("one width")) {
  for (const Config& config : kRangeConfigs) {
    if (!wanted(config)) continue;
    onEveryDevice([&](Rig& rig) { expectSorts(rig, config, someInputs(1u << rig.tuning(config).tile_log2)); });
  }
}

TEST_CASE("sorts_through_descriptors_of_the_range_alone" * doctest::test_suite("one width")) {
  for (const Config& config : kRangeConfigs) {
    if (!wanted(config)) continue;
    onEveryDevice(
        [&](Rig& rig) { expectSorts(rig, config, someInputs(1u << rig.tuning(config).tile_log2), {.widen = false}); });
  }
}

TEST_CASE("sorts_keys_and_values_of_one_buffer" * doctest::test_suite("one width")) {
  for (const vksort::KeyType type : {vksort::KeyType::u32, vksort::KeyType::u64}) {
    const Config config{.key_type = type, .values = Values::split};
    onEveryDevice([&](Rig& rig) {
      expectSorts(rig, config, someInputs(1u << rig.tuning(config).tile_log2), {.widen = true, .one_buffer = true});
    });
  }
}

TEST_CASE("records_nothing_for_no_or_one_element" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    const vksort::Sorter& sorter = rig.sorter({});
    gpu::submitAndWait(rig.device(), [&](VkCommandBuffer cmd) {
      HookScope hooks;
      for (const uint32_t n : {0u, 1u}) {
        vksort::SortInfo info;
        info.keys = {rig.arena(0, 64).device.handle(), 4, 4};
        info.count = n;
        gpu::DescriptorPool sets;
        if (sorter.descriptorSetLayout() != VK_NULL_HANDLE) {
          sets = {rig.device(), 1, vksort::kDescriptorsPerSet};
          info.descriptor_set = sets.allocate(sorter.descriptorSetLayout());
        }
        CHECK(sorter.record(cmd, info) == vksort::SortStatus::ok);
      }
      CHECK(hooks.log.commands.empty());
      CHECK(hooks.log.ranges.empty());
    });
  });
}

}  // namespace test
