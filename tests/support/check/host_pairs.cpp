#include "support/check/host_pairs.h"

#include <doctest/doctest.h>

namespace test {
namespace {

constexpr uint32_t kCount = 40'007;  // several tiles, the last one partial
constexpr VkDeviceSize kBytes = VkDeviceSize{kCount} * 4;

}  // namespace

Pairs::Pairs(const gpu::Device& device, const vksort::Sorter& sorter) : device_(&device), sorter_(&sorter) {
  constexpr VkBufferUsageFlags kCopies = VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT;
  for (Arena& each : arenas_) {
    each.device = gpu::Buffer(device, kBytes, kCopies | VK_BUFFER_USAGE_STORAGE_BUFFER_BIT);
    each.host = gpu::Buffer(device, kBytes, kCopies, gpu::Memory::readback);
  }
  if (sorter.descriptorSetLayout() == VK_NULL_HANDLE) return;
  sets_ = {device, 1, vksort::kDescriptorsPerSet};
  set_ = sets_.allocate(sorter.descriptorSetLayout());
}

void Pairs::fill() {
  before_ = generate(kPairs, {kCount, Keys::random, Payload::index, nextSeed()});
  for (uint32_t i = 0; i < kCount; ++i) {
    arenas_[0].host.as<uint32_t>()[i] = static_cast<uint32_t>(before_.keys[i]);
    arenas_[1].host.as<uint32_t>()[i] = before_.values[i];
  }
  for (const Arena& each : arenas_) each.host.flush();
}

void Pairs::copy(VkCommandBuffer cmd, bool to_device) const {
  const VkBufferCopy whole{0, 0, kBytes};
  for (const Arena& each : arenas_) {
    const gpu::Buffer& from = to_device ? each.host : each.device;
    const gpu::Buffer& to = to_device ? each.device : each.host;
    device_->vk.vkCmdCopyBuffer(cmd, from.handle(), to.handle(), 1, &whole);
  }
}

void Pairs::sort(VkCommandBuffer cmd) const {
  vksort::SortInfo info;
  info.keys = {arenas_[0].device.handle(), 0, kBytes};
  info.values = {arenas_[1].device.handle(), 0, kBytes};
  info.count = kCount;
  info.descriptor_set = set_;
  REQUIRE(sorter_->record(cmd, info) == vksort::SortStatus::ok);
}

std::string Pairs::explainWrong() const {
  Elements after;
  for (const Arena& each : arenas_) each.host.invalidate();
  for (uint32_t i = 0; i < kCount; ++i) {
    after.keys.push_back(arenas_[0].host.as<uint32_t>()[i]);
    after.values.push_back(arenas_[1].host.as<uint32_t>()[i]);
  }
  return test::explainWrong(kPairs, before_, after);
}

void recordFrame(const gpu::Device& device, VkCommandBuffer cmd, const Pairs& pairs) {
  pairs.copy(cmd, true);
  memoryBarrier(device, cmd, kCopyWrite, vksort::kBefore);
  pairs.sort(cmd);
  memoryBarrier(device, cmd, vksort::kAfter, kCopyRead);
  pairs.copy(cmd, false);
  memoryBarrier(device, cmd, kCopyWrite, kHostRead);
}

void submit(const gpu::Device& device, VkQueue queue, VkCommandBuffer cmd, VkSemaphore wait, VkSemaphore signal,
            VkFence fence) {
  const VkPipelineStageFlags stages = VK_PIPELINE_STAGE_ALL_COMMANDS_BIT;
  VkSubmitInfo info{};
  info.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO;
  info.waitSemaphoreCount = wait != VK_NULL_HANDLE ? 1 : 0;
  info.pWaitSemaphores = &wait;
  info.pWaitDstStageMask = &stages;
  info.commandBufferCount = 1;
  info.pCommandBuffers = &cmd;
  info.signalSemaphoreCount = signal != VK_NULL_HANDLE ? 1 : 0;
  info.pSignalSemaphores = &signal;
  REQUIRE(device.vk.vkQueueSubmit(queue, 1, &info, fence) == VK_SUCCESS);
}

void waitFor(const gpu::Device& device, VkFence fence) {
  REQUIRE(device.vk.vkWaitForFences(device.handle(), 1, &fence, VK_TRUE, 60'000'000'000) == VK_SUCCESS);
}

}  // namespace test
