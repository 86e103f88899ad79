// A depth and an index in one key, packed on the host and on devices.
#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "gpu/commands.h"
#include "gpu/descriptors.h"
#include "gpu/pipeline.h"
#include "pack_keys.spv.h"
#include "support/device/rig.h"
#include "support/oracle/inputs.h"
#include "vksort_packed.h"

namespace test {
namespace {

using vksort::DepthSteps;
using vksort::Packing;

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

struct PackingCase {
  DepthSteps steps;
  float nearest, farthest;
  uint32_t index_bits;
};
constexpr PackingCase kPackingCases[] = {
    {DepthSteps::equal, 0.0f, 1.0f, 20},
    {DepthSteps::equal, 0.1f, 1000.0f, 8},
    {DepthSteps::equal, 1.0f, 1.5f, 24},
    {DepthSteps::equal, 0.0f, 3e38f, 16},
    {DepthSteps::relative, 0.1f, 1000.0f, 20},
    {DepthSteps::relative, 0.1f, 1000.0f, 8},
    {DepthSteps::relative, 1.0f, 1.0001f, 12},
    {DepthSteps::relative, 0x1p-126f, 3e38f, 24},
    {DepthSteps::relative, 0.5f, 1'000'000.0f, 16},
};

Packing packingOf(const PackingCase& each) {
  Packing packing{};
  REQUIRE(vksort::makePacking(each.steps, each.nearest, each.farthest, each.index_bits, packing));
  return packing;
}

// Bit patterns of all kinds: specials, around both ends, random ones, and evenly between the ends.
std::vector<float> depthsFor(const PackingCase& each) {
  std::vector<float> depths = {0.0f, -0.0f, -1.0f, kInfinity, -kInfinity, kNan, -kNan, 1e-45f, -1e-45f, 3.4e38f};
  for (const float end : {each.nearest, each.farthest}) {
    for (int i = -40; i <= 40; ++i) {
      const uint32_t bits = std::bit_cast<uint32_t>(end) + static_cast<uint32_t>(i);
      depths.push_back(std::bit_cast<float>(bits));
    }
  }
  Random random(nextSeed());
  for (uint32_t i = 0; i < 20'000; ++i) depths.push_back(std::bit_cast<float>(random.next()));
  const uint32_t first = std::bit_cast<uint32_t>(each.nearest), last = std::bit_cast<uint32_t>(each.farthest);
  for (uint32_t i = 0; i < 20'000; ++i) depths.push_back(std::bit_cast<float>(first + random.next() % (last - first)));
  for (uint32_t i = 0; i <= 20'000; ++i)
    depths.push_back(each.nearest + (each.farthest - each.nearest) * (static_cast<float>(i) / 20'000.0f));
  return depths;
}

// What is wrong with how a packing packs the depth; empty if nothing.
std::string explainWrong(const PackingCase& each, const Packing& packing, float depth, uint32_t index) {
  const uint32_t key = vksort::packKey(packing, depth, index);
  if (vksort::packedIndex(packing, key) != index % (1u << each.index_bits)) return "lost the index";
  double clamped = std::clamp(static_cast<double>(depth), double{each.nearest}, double{each.farthest});
  if (std::isnan(depth)) clamped = std::signbit(depth) ? each.nearest : each.farthest;
  const double off = std::abs(vksort::packedDepth(packing, key) - clamped);
  const double most = double{vksort::packedDepthError(packing)};
  if (off > most * (each.steps == DepthSteps::relative ? clamped : 1.0)) return "off by " + std::to_string(off);
  return "";
}

std::vector<uint32_t> packOnHost(const Packing& packing, std::span<const float> depths) {
  std::vector<uint32_t> keys;
  for (uint32_t i = 0; i < depths.size(); ++i) keys.push_back(vksort::packKey(packing, depths[i], i));
  return keys;
}

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

TEST_CASE("packed_depths_are_as_close_as_stated" * doctest::test_suite("one width")) {
  for (const PackingCase& each : kPackingCases) {
    INFO(each.nearest << " .. " << each.farthest << ", " << each.index_bits << " bits of index");
    const Packing packing = packingOf(each);
    std::vector<float> depths = depthsFor(each);
    for (uint32_t i = 0; i < depths.size(); ++i) {
      const std::string why = explainWrong(each, packing, depths[i], i * 2654435769u);
      if (!why.empty()) FAIL_CHECK(depths[i] << ": " << why);
    }
    // Nobody overtakes a lesser depth.
    std::erase_if(depths, [](float depth) { return std::isnan(depth); });
    std::ranges::sort(depths);
    for (std::size_t i = 1; i < depths.size(); ++i)
      CHECK(vksort::packKey(packing, depths[i - 1], 0) <= vksort::packKey(packing, depths[i], 0));
  }
}

// The bounds are those in the comments, and not far from what happens.
TEST_CASE("packed_depth_errors_follow_from_the_bits" * doctest::test_suite("one width")) {
  for (const PackingCase& each : kPackingCases) {
    const Packing packing = packingOf(each);
    const double error = double{vksort::packedDepthError(packing)};
    const double span = double{each.farthest} - double{each.nearest};
    if (each.steps == DepthSteps::equal) {
      CHECK(error >= span / std::exp2(33.0 - each.index_bits));
    } else {
      CHECK(error <= std::log2(1.1 * double{each.farthest} / double{each.nearest}) / std::exp2(32.0 - each.index_bits));
    }
  }
  const Packing packing = packingOf({DepthSteps::equal, 0.0f, 1.0f, 20});
  CHECK(vksort::packedDepthError(packing) == doctest::Approx(1.0 / 8192).epsilon(0.01));
}

TEST_CASE("packings_that_cannot_be_are_refused" * doctest::test_suite("one width")) {
  Packing packing{1, 2, 3, 4, 5.0f};
  const auto refused = [&packing](DepthSteps steps, float nearest, float farthest, uint32_t bits) {
    const bool made = vksort::makePacking(steps, nearest, farthest, bits, packing);
    return !made && packing.index_bits == 1 && packing.shift == 4;
  };
  for (const DepthSteps steps : {DepthSteps::equal, DepthSteps::relative}) {
    for (const uint32_t bits : {0u, 7u, 25u, 32u, 0xffffffffu}) CHECK(refused(steps, 0.1f, 1.0f, bits));
    for (const float bad : {-1.0f, kNan, kInfinity, -kInfinity}) {
      CHECK(refused(steps, bad, 1.0f, 16));
      CHECK(refused(steps, 0.1f, bad, 16));
    }
    CHECK(refused(steps, 1.0f, 1.0f, 16));
    CHECK(refused(steps, 2.0f, 1.0f, 16));
  }
  CHECK(refused(DepthSteps::relative, 0.0f, 1.0f, 16));
  CHECK(refused(DepthSteps::equal, 0.0f, 1e-30f, 16));
  CHECK(vksort::makePacking(DepthSteps::equal, -0.0f, 1.0f, 16, packing));
  CHECK(packing.nearest == 0);
}

TEST_CASE("devices_pack_the_same_keys_as_the_host" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    for (const PackingCase& each : kPackingCases) {
      INFO(each.nearest << " .. " << each.farthest << ", " << each.index_bits << " bits of index");
      const Packing packing = packingOf(each);
      const std::vector<float> depths = depthsFor(each);
      CHECK(packOnDevice(rig.device(), packing, depths) == packOnHost(packing, depths));
    }
  });
}

}  // namespace test
