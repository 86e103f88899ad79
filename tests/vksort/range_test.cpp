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

constexpr Config kConfigs[] = {
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
  for (const Config& config : kConfigs) {
    if (!wanted(config)) continue;
    onEveryDevice([&](Rig& rig) { expectSorts(rig, config, someInputs(1u << rig.tuning(config).tile_log2)); });
  }
}

TEST_CASE("sorts_through_descriptors_of_the_range_alone" * doctest::test_suite("one width")) {
  for (const Config& config : kConfigs) {
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

TEST_CASE("binds_the_range_and_nothing_else") {
  onEveryDevice([](Rig& rig) {
    const VkDeviceSize alignment = rig.device().properties().core.limits.minStorageBufferOffsetAlignment;
    const VkBuffer keys = rig.arena(0, 1 << 12).device.handle(), values = rig.arena(1, 1 << 12).device.handle();
    for (const Values layout : {Values::none, Values::split, Values::interleaved}) {
      const vksort::Sorter& sorter = rig.sorter({.values = layout});
      gpu::DescriptorPool sets;
      if (sorter.descriptorSetLayout() != VK_NULL_HANDLE) sets = {rig.device(), 64, 64 * vksort::kDescriptorsPerSet};
      const VkDeviceSize element = layout == Values::interleaved ? 8 : 4;
      gpu::CommandPool pool(rig.device());
      for (uint32_t first = 0; first < 64; ++first) {
        const VkCommandBuffer cmd = pool.allocate();
        gpu::begin(rig.device(), cmd);
        vksort::SortInfo info;
        info.keys = {keys, 3 * element, 1000 * element};
        info.values = {layout == Values::split ? values : VkBuffer{}, 5 * element, 1000 * element};
        info.first = first;
        info.count = 100;
        if (sorter.descriptorSetLayout() != VK_NULL_HANDLE)
          info.descriptor_set = sets.allocate(sorter.descriptorSetLayout());
        HookScope hooks;
        REQUIRE(sorter.record(cmd, info) == vksort::SortStatus::ok);
        const std::size_t used = layout == Values::none ? 1 : 2;
        REQUIRE(hooks.log.ranges.size() == used + 1);
        for (std::size_t i = 0; i < used; ++i) {
          const VkDescriptorBufferInfo& bound = hooks.log.ranges[i];
          const bool second = i == 1 && layout == Values::split;
          const VkDeviceSize begin = ((second ? 5 : 3) + first) * element;
          CHECK(bound.buffer == (second ? values : keys));
          CHECK(bound.offset % alignment == 0);
          CHECK(bound.offset <= begin);
          CHECK(begin - bound.offset < alignment);
          CHECK(bound.offset + bound.range == begin + 100 * element);
        }
        // The binding of a count on the device is there, with a word of the range.
        const VkDescriptorBufferInfo& unused = hooks.log.ranges.back();
        CHECK(unused.buffer == keys);
        CHECK(unused.offset % alignment == 0);
        CHECK(unused.offset >= (3 + first) * element);
        CHECK(unused.offset + unused.range <= (3 + first + 100) * element);
        REQUIRE(rig.device().vk.vkEndCommandBuffer(cmd) == VK_SUCCESS);
      }
    }
  });
}

TEST_CASE("records_nothing_for_no_or_one_element") {
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
