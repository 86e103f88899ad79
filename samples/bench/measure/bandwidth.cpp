#include "measure/bandwidth.h"

#include <algorithm>
#include <array>
#include <bit>
#include <random>
#include <span>
#include <vector>

#include "copy.spv.h"
#include "gpu/commands.h"
#include "gpu/descriptors.h"
#include "gpu/pipeline.h"
#include "gpu/timestamps.h"

namespace bench {
namespace {

VkDeviceSize copiedBytes(const gpu::Device& device) {
  const VkPhysicalDeviceLimits& limits = device.properties().core.limits;
  const bool software = device.properties().core.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU;
  const VkDeviceSize wanted = software ? 32u << 20 : 256u << 20;
  return std::min<VkDeviceSize>(wanted, std::bit_floor(limits.maxStorageBufferRange));
}

// Random words: equal ones are compressed on the way by some GPUs. `buffer` is a power of two in bytes.
void fill(const gpu::Device& device, const gpu::Buffer& buffer) {
  std::vector<std::uint32_t> words(std::min<VkDeviceSize>(buffer.size(), 4u << 20) / 4);
  std::minstd_rand random;
  for (std::uint32_t& word : words) word = static_cast<std::uint32_t>(random() * 2654435769u);
  gpu::upload(device, buffer, std::as_bytes(std::span(words)));
  gpu::submitAndWait(device, [&](VkCommandBuffer cmd) {
    for (VkDeviceSize filled = words.size() * 4; filled < buffer.size(); filled *= 2) {
      const VkBufferCopy again{0, filled, filled};
      device.vk.vkCmdCopyBuffer(cmd, buffer.handle(), buffer.handle(), 1, &again);
      gpu::fullBarrier(device, cmd);
    }
  });
}

// Copies copiedBytes() from one buffer of `bytes`, a power of two, to another, over and over if they are smaller.
double bandwidth(const gpu::Device& device, VkDeviceSize bytes) {
  const VkDeviceSize copied = copiedBytes(device);
  constexpr VkDeviceSize kBytesPerGroup = 128 * 4 * 16;  // as in copy.comp

  const gpu::Buffer from(
      device, bytes,
      VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT | VK_BUFFER_USAGE_TRANSFER_SRC_BIT);
  fill(device, from);
  const gpu::Buffer to(device, bytes, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT);
  const gpu::Owned<VkDescriptorSetLayout> set_layout = gpu::storageLayout(device, 2);
  const VkDescriptorSetLayout set_layout_handle = set_layout.get();
  const gpu::Owned<VkPipelineLayout> layout = gpu::pipelineLayout(device, {&set_layout_handle, 1});
  const auto last = static_cast<std::uint32_t>(bytes / 16 - 1);
  const gpu::Owned<VkPipeline> pipeline =
      gpu::computePipeline(device, {.code = copy, .layout = layout.get(), .constants = {&last, 1}, .name = "copy"});
  gpu::DescriptorPool pool(device, 1, 2u);
  const VkDescriptorSet set = pool.allocate(set_layout_handle);
  const std::array<VkDescriptorBufferInfo, 2> buffers = {{{from.handle(), 0, bytes}, {to.handle(), 0, bytes}}};
  gpu::writeStorageBuffers(device, set, buffers);

  constexpr std::uint32_t kRounds = 9;
  const gpu::Timestamps times(device, kRounds);
  gpu::submitAndWait(device, [&](VkCommandBuffer cmd) {
    times.reset(cmd);
    device.vk.vkCmdBindPipeline(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline.get());
    device.vk.vkCmdBindDescriptorSets(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, layout.get(), 0, 1, &set, 0, nullptr);
    for (std::uint32_t i = 0; i < kRounds; ++i) {
      times.begin(cmd, i);
      device.vk.vkCmdDispatch(cmd, static_cast<std::uint32_t>(copied / kBytesPerGroup), 1, 1);
      times.end(cmd, i);
      gpu::fullBarrier(device, cmd);
    }
  });
  std::vector<double> seconds;
  for (std::uint32_t i = 0; i < kRounds; ++i) {
    if (const auto range = times.read(i)) seconds.push_back(range->duration() * 1e-9);
  }
  if (seconds.empty()) return 0.0;
  std::sort(seconds.begin(), seconds.end());
  return 2.0 * static_cast<double>(copied) / seconds[seconds.size() / 2];
}

}  // namespace

double copyBandwidth(const gpu::Device& device) {
  gpu::raiseClocks(device);
  return bandwidth(device, copiedBytes(device));
}

double cachedBandwidth(const gpu::Device& device, VkDeviceSize working_set, double large) {
  constexpr VkDeviceSize kLargestCache = 64u << 20;  // Vulkan does not tell; what exceeds this is taken from memory
  if (working_set >= kLargestCache) return large;
  const VkDeviceSize half = std::bit_ceil(std::max<VkDeviceSize>(working_set, 4096)) / 2;
  return half >= copiedBytes(device) ? large : std::max(large, bandwidth(device, half));
}

}  // namespace bench
