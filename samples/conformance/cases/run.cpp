#include <cstring>

#include "expect.h"
#include "gpu.h"
#include "gpu/structs.h"
#include "record.h"
#include "tools.h"

namespace cases {
namespace {

// Changes a word that is compared.
void spoil(const Case& of, const Expected& expected, Images& after) {
  Random random{of.layout_seed, 2};
  for (;;) {
    const uint32_t buffer = random.below(after.size());
    const uint32_t word = random.below(after[buffer].size());
    if (expected.undefined[buffer][word]) continue;
    after[buffer][word] ^= 1u << random.below(32);
    return;
  }
}

// All frames in turn, once in each round.
void submitAll(const gpu::Device& device, const Case& of, const std::vector<VkCommandBuffer>& frames) {
  constexpr uint64_t kForever = ~0ull;
  std::vector<gpu::Owned<VkFence>> fences(frames.size());
  for (uint32_t round = 0; round < of.rounds; ++round) {
    for (std::size_t i = 0; i < frames.size(); ++i) {
      // As hosts with several frames in flight do: only the frame's own last submission must have ended.
      if (const VkFence fence = fences[i].get())
        gpu::check(device.vk.vkWaitForFences(device.handle(), 1, &fence, VK_TRUE, kForever), "waiting for a frame");
      if (!of.at_once) fences[i] = gpu::createFence(device);
      auto submit = gpu::vkStruct<VkSubmitInfo>(VK_STRUCTURE_TYPE_SUBMIT_INFO);
      submit.commandBufferCount = 1;
      submit.pCommandBuffers = &frames[i];
      gpu::check(device.vk.vkQueueSubmit(device.queue(), 1, &submit, fences[i].get()), "submitting a frame");
    }
  }
  device.waitIdle();
}

struct Outcome {
  Images after;
  std::string complaint;  // a refused recording; empty: none
};

// Errors: gpu::Error of Vulkan, or of creating a Sorter.
Outcome runOn(Gpu& gpu, const Case& of, const Layout& layout, const Images& before) {
  const gpu::Device& device = gpu.device();
  constexpr VkBufferUsageFlags kUsage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT |
                                        VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT;
  std::vector<gpu::Buffer> buffers;
  for (const auto& image : before) {
    buffers.emplace_back(device, image.size() * 4, kUsage);
    gpu::upload(device, buffers.back(), std::as_bytes(std::span(image)));
  }
  gpu.forgetOldSorters();
  Recorder recorder(gpu, of, layout, buffers);
  std::vector<VkCommandBuffer> frames;
  for (uint32_t frame = 0; frame < of.frames; ++frame) frames.push_back(recorder.record(frame));
  submitAll(device, of, frames);
  Outcome outcome{{}, recorder.complaint()};
  for (const gpu::Buffer& buffer : buffers) {
    const std::vector<std::byte> bytes = gpu::download(device, buffer.handle(), buffer.size());
    std::memcpy(outcome.after.emplace_back(bytes.size() / 4).data(), bytes.data(), bytes.size());
  }
  return outcome;
}

}  // namespace

std::string run(Gpu& gpu, const Case& of, bool falsifies) {
  const Layout layout = layOut(of);
  const Expected expected = expect(of, layout);
  if (!expected.broken.empty()) return "of the case itself: " + expected.broken;
  Outcome outcome = runOn(gpu, of, layout, expected.before);
  if (!outcome.complaint.empty()) return outcome.complaint;
  if (falsifies && !of.tool) spoil(of, expected, outcome.after);
  const std::string complaint = compare(of, layout, expected, std::move(outcome.after));
  if (!complaint.empty() || !of.tool) return complaint;
  const std::string wrong = runTool(gpu, *of.tool, falsifies);
  return wrong.empty() ? "" : describe(*of.tool) + ": " + wrong;
}

}  // namespace cases
