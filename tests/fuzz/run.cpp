#include "run.h"

#include <algorithm>

#include "gpu/structs.h"
#include "record.h"

namespace fuzz {
namespace {

// All buffers of a case one after the other in host memory, to or from the device.
void copyAll(const gpu::Device& device, const gpu::Buffer& staging, const std::vector<gpu::Buffer>& buffers,
             bool to_device) {
  gpu::submitAndWait(device, [&](VkCommandBuffer cmd) {
    VkDeviceSize at = 0;
    gpu::fullBarrier(device, cmd);
    for (const gpu::Buffer& each : buffers) {
      const VkBufferCopy region{to_device ? at : 0, to_device ? 0 : at, each.size()};
      device.vk.vkCmdCopyBuffer(cmd, to_device ? staging.handle() : each.handle(),
                                to_device ? each.handle() : staging.handle(), 1, &region);
      at += each.size();
    }
    gpu::fullBarrier(device, cmd);
  });
}

// Each frame as often as there are rounds, in turn.
void submitAll(const gpu::Device& device, const Case& of, const std::vector<VkCommandBuffer>& frames) {
  constexpr uint64_t kForever = ~0ull;
  std::vector<gpu::Owned<VkFence>> fences(frames.size());
  for (uint32_t round = 0; round < of.rounds; ++round) {
    for (std::size_t i = 0; i < frames.size(); ++i) {
      // As hosts with several frames in flight do: the frame's own turn before must be over, others need not.
      if (const VkFence fence = fences[i].get()) {
        gpu::check(device.vk.vkWaitForFences(device.handle(), 1, &fence, VK_TRUE, kForever), "waiting for a frame");
      }
      if (!of.at_once) fences[i] = gpu::createFence(device);
      auto submit = gpu::vkStruct<VkSubmitInfo>(VK_STRUCTURE_TYPE_SUBMIT_INFO);
      submit.commandBufferCount = 1;
      submit.pCommandBuffers = &frames[i];
      gpu::check(device.vk.vkQueueSubmit(device.queue(), 1, &submit, fences[i].get()), "submitting a frame");
    }
  }
  device.waitIdle();
}

}  // namespace

Outcome runOn(Gpu& gpu, const Case& of, const Layout& layout, const Images& before) {
  const gpu::Device& device = gpu.device();
  constexpr VkBufferUsageFlags kUsage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT |
                                        VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT;
  std::vector<gpu::Buffer> buffers;
  VkDeviceSize bytes = 0;
  for (const auto& image : before) {
    buffers.emplace_back(device, image.size() * 4, kUsage);
    bytes += buffers.back().size();
  }
  const gpu::Buffer& staging = gpu.staging(bytes);
  const std::span<uint32_t> words = staging.as<uint32_t>();
  auto at = words.begin();
  for (const auto& image : before) at = std::ranges::copy(image, at).out;
  staging.flush();
  copyAll(device, staging, buffers, true);

  gpu.forgetOldSorters();
  Recorder recorder(gpu, of, layout, buffers);
  std::vector<VkCommandBuffer> frames;
  for (uint32_t frame = 0; frame < of.frames; ++frame) frames.push_back(recorder.record(frame));
  submitAll(device, of, frames);
  copyAll(device, staging, buffers, false);
  staging.invalidate();

  Outcome outcome{{}, recorder.complaint()};
  at = words.begin();
  for (const auto& image : before) {
    outcome.after.emplace_back(at, at + static_cast<std::ptrdiff_t>(image.size()));
    at += static_cast<std::ptrdiff_t>(image.size());
  }
  return outcome;
}

}  // namespace fuzz
