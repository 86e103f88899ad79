#include <algorithm>
#include <cstring>

#include "gpu/structs.h"
#include "record.h"
#include "tools.h"

namespace cases {
namespace {

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

// Scratch memory between guard words.
class Scratch {
 public:
  Scratch(const gpu::Device& device, VkDeviceSize bytes) : device_(device), bytes_(bytes) {
    if (bytes == 0) return;
    constexpr VkBufferUsageFlags kUsage =
        VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT;
    buffer_ = {device, kBefore + bytes + kBehind, kUsage};
    gpu::submitAndWait(device, [this](VkCommandBuffer cmd) {
      device_.vk.vkCmdFillBuffer(cmd, buffer_.handle(), 0, VK_WHOLE_SIZE, kStale);
    });
  }

  const gpu::Buffer& buffer() const { return buffer_; }
  vksort::Range range() const {
    return bytes_ != 0 ? vksort::Range{buffer_.handle(), kBefore, bytes_} : vksort::Range{};
  }
  bool isIntact() const { return bytes_ == 0 || (isStale(0, kBefore) && isStale(kBefore + bytes_, kBehind)); }

 private:
  static constexpr VkDeviceSize kBefore = 20, kBehind = 256;
  // A radix sort that does not clear its tiles would take this for the published prefix of a tile.
  static constexpr uint32_t kStale = 0x20000001;

  bool isStale(VkDeviceSize offset, VkDeviceSize bytes) const {
    const std::vector<std::byte> found = gpu::download(device_, buffer_.handle(), bytes, offset);
    std::vector<uint32_t> words(found.size() / 4);
    std::memcpy(words.data(), found.data(), found.size());
    return std::ranges::count(words, kStale) == std::ssize(words);
  }

  const gpu::Device& device_;
  VkDeviceSize bytes_;
  gpu::Buffer buffer_;
};

}  // namespace

void submitAll(const gpu::Device& device, const Case& of, const std::vector<VkCommandBuffer>& frames) {
  constexpr uint64_t kForever = ~0ull;
  std::vector<gpu::Owned<VkFence>> fences(frames.size());
  for (uint32_t round = 0; round < of.rounds; ++round) {
    for (std::size_t i = 0; i < frames.size(); ++i) {
      // Only waits for the frame's own last submission, like applications with several frames in flight.
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

Outcome runOn(Gpu& gpu, const Case& of, const Layout& layout, const Images& before, const Watch& watch) {
  const gpu::Device& device = gpu.device();
  constexpr VkBufferUsageFlags kUsage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT |
                                        VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT;
  std::vector<gpu::Buffer> buffers;
  for (const auto& image : before) {
    buffers.emplace_back(device, image.size() * 4, kUsage);
    gpu::upload(device, buffers.back(), std::as_bytes(std::span(image)));
  }
  gpu.forgetOldSorters();
  const Scratch scratch(device, scratchBytes(gpu, of));
  if (watch.made) watch.made(buffers, scratch.buffer());
  Recorder recorder(gpu, of, layout, buffers, scratch.range());
  std::vector<VkCommandBuffer> frames;
  for (uint32_t frame = 0; frame < of.frames; ++frame) {
    frames.push_back(recorder.record(frame));
    if (watch.recorded) watch.recorded();
  }
  submitAll(device, of, frames);
  Outcome outcome{{}, recorder.complaint()};
  for (const gpu::Buffer& buffer : buffers) {
    const std::vector<std::byte> bytes = gpu::download(device, buffer.handle(), buffer.size());
    std::memcpy(outcome.after.emplace_back(bytes.size() / 4).data(), bytes.data(), bytes.size());
  }
  if (outcome.complaint.empty() && !scratch.isIntact()) outcome.complaint = "a word next to the scratch memory changed";
  return outcome;
}

std::string run(Gpu& gpu, const Case& of, bool falsifies) {
  const Layout layout = layOut(of);
  const Expected expected = expect(of, layout);
  if (!expected.broken.empty()) return "invalid case: " + expected.broken;
  Outcome outcome = runOn(gpu, of, layout, expected.before);
  if (!outcome.complaint.empty()) return outcome.complaint;
  if (falsifies && !of.tool) spoil(of, expected, outcome.after);
  const std::string complaint = compare(of, layout, expected, std::move(outcome.after));
  if (!complaint.empty() || !of.tool) return complaint;
  const std::string wrong = runTool(gpu, *of.tool, falsifies);
  return wrong.empty() ? "" : describe(*of.tool) + ": " + wrong;
}

}  // namespace cases
