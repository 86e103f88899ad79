// A depth and an index in one key, packed on devices and sorted.
#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "gpu/commands.h"
#include "gpu/descriptors.h"
#include "gpu/pipeline.h"
#include "pack_keys.spv.h"
#include "support/device/rig.h"
#include "support/oracle/packings.h"

namespace test {
namespace {

using vksort::DepthSteps;
using vksort::Packing;

// The keys that the device packs, and whether it unpacks them as the host does.
std::vector<uint32_t> packOnDevice(const gpu::Device& device, const Packing& packing, std::span<const float> depths) {
  const auto count = static_cast<uint32_t>(depths.size());
  const VkDeviceSize bytes = depths.size_bytes();
  constexpr VkBufferUsageFlags kStorage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;
  const gpu::Buffer input(device, bytes, kStorage, gpu::Memory::upload);
  const gpu::Buffer keys(device, bytes, kStorage, gpu::Memory::readback);
  const gpu::Buffer unpacked(device, 2 * bytes, kStorage, gpu::Memory::readback);
  std::ranges::copy(depths, input.as<float>().begin());
  input.flush();

  const auto set_layout = gpu::storageLayout(device, 3);
  const VkDescriptorSetLayout layouts[] = {set_layout.get()};
  struct Push {
    Packing packing;
    uint32_t count;
  };
  const auto layout = gpu::pipelineLayout(device, layouts, {sizeof(Push)});
  const auto pipeline = gpu::computePipeline(device, {.code = pack_keys, .layout = layout.get()});
  gpu::DescriptorPool pool(device, 1, 3);
  const VkDescriptorSet set = pool.allocate(set_layout.get());
  const VkDescriptorBufferInfo buffers[] = {
      {input.handle(), 0, VK_WHOLE_SIZE}, {keys.handle(), 0, VK_WHOLE_SIZE}, {unpacked.handle(), 0, VK_WHOLE_SIZE}};
  gpu::writeStorageBuffers(device, set, buffers);
  gpu::submitAndWait(device, [&](VkCommandBuffer cmd) {
    const Push push{packing, count};
    device.vk.vkCmdBindPipeline(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline.get());
    device.vk.vkCmdBindDescriptorSets(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, layout.get(), 0, 1, &set, 0, nullptr);
    device.vk.vkCmdPushConstants(cmd, layout.get(), VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof push, &push);
    device.vk.vkCmdDispatch(cmd, (count + 63) / 64, 1, 1);
    gpu::fullBarrier(device, cmd);
  });
  keys.invalidate();
  unpacked.invalidate();
  const std::span<const uint32_t> found = keys.as<uint32_t>().first(count);
  for (uint32_t i = 0; i < count; ++i) {
    const uint32_t index = unpacked.as<uint32_t>()[2 * i];
    const float depth = std::bit_cast<float>(unpacked.as<uint32_t>()[2 * i + 1]);
    const float mine = vksort::packedDepth(packing, found[i]);
    if (index != vksort::packedIndex(packing, found[i])) FAIL_CHECK("unpacked another index");
    if (std::abs(depth - mine) > std::abs(mine) * 0x1p-20f) FAIL_CHECK("unpacked " << depth << " for " << mine);
  }
  return {found.begin(), found.end()};
}

}  // namespace

TEST_CASE("devices_pack_the_same_keys_as_the_host" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    for (const PackingCase& each : kPackingCases) {
      INFO(each.nearest << " .. " << each.farthest << ", " << each.index_bits << " bits of index");
      Packing packing = packingOf(each);
      const std::vector<float> depths = depthsFor(each);
      CHECK(packOnDevice(rig.device(), packing, depths) == packOnHost(packing, depths));
      Packing other = packing;
      other.nearest += 1u << packing.shift;
      if (each.steps == DepthSteps::equal) other.steps_per_unit *= 1.001f;
      CHECK(packOnDevice(rig.device(), other, depths) != packOnHost(packing, depths));
    }
  });
}

// Keys alone, sorted: back to front with the elements they came from.
TEST_CASE("a_sort_of_packed_keys_orders_their_elements" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    const PackingCase each{DepthSteps::relative, 0.1f, 1000.0f, 16};
    const Packing packing = packingOf(each);
    const std::vector<float> depths = depthsFor(each);
    const Config config{.order = vksort::Order::descending};
    const vksort::Sorter& sorter = rig.sorter(config);
    const auto n = static_cast<uint32_t>(std::min<std::size_t>(depths.size(), 1 << 16));
    const std::vector<uint32_t> packed = packOnHost(packing, depths);
    const Arena& arena = rig.arena(0, n);
    gpu::upload(rig.device(), arena.device, std::as_bytes(std::span(packed)).first(n * 4));
    gpu::DescriptorPool sets;
    vksort::SortInfo info;
    info.keys = {arena.device.handle(), 0, VkDeviceSize{n} * 4};
    info.count = n;
    if (sorter.descriptorSetLayout() != VK_NULL_HANDLE) {
      sets = {rig.device(), 1, vksort::kDescriptorsPerSet};
      info.descriptor_set = sets.allocate(sorter.descriptorSetLayout());
    }
    gpu::submitAndWait(rig.device(), [&](VkCommandBuffer cmd) {
      REQUIRE(sorter.record(cmd, info) == vksort::SortStatus::ok);
      gpu::fullBarrier(rig.device(), cmd);
    });
    const std::vector<std::byte> bytes = gpu::download(rig.device(), arena.device.handle(), VkDeviceSize{n} * 4);
    const auto* keys = reinterpret_cast<const uint32_t*>(bytes.data());
    std::vector<bool> seen(n);
    float last = kInfinity;
    for (uint32_t i = 0; i < n; ++i) {
      const uint32_t index = vksort::packedIndex(packing, keys[i]);
      REQUIRE(index < n);
      CHECK_FALSE(seen[index]);
      seen[index] = true;
      const float depth = vksort::packedDepth(packing, keys[i]);
      CHECK(depth <= last);
      last = depth;
      const std::string why = explainWrong(each, packing, depths[index], index);
      CHECK(why == "");
      CHECK(keys[i] == packed[index]);
    }
  });
}

}  // namespace test
