// Contains the device, mapped memory, passes and barriers of the programs that run the code of frame.md and recipes.md.
// Barriers can be left out. Each submission records the same barriers, so `left_out` is an index within it.
#pragma once
#include <volk.h>
#include <vulkan/vulkan.h>

#include <algorithm>
#include <cstdlib>
#include <deque>
#include <span>
#include <string>
#include <vector>

#include "gpu/commands.h"
#include "gpu/descriptors.h"
#include "gpu/device.h"
#include "gpu/image.h"
#include "gpu/pipeline.h"
#include "gpu/structs.h"
#include "nodes/sort.h"
#include "vksort_toolkit.h"

namespace host {

constexpr int kNone = -1, kSkipped = 77;
inline int barriers = 0, left_out = kNone;

// The code of the pages calls this instead of Vulkan's function.
inline void vkCmdPipelineBarrier(VkCommandBuffer cmd, VkPipelineStageFlags from, VkPipelineStageFlags to,
                                 VkDependencyFlags, uint32_t, const VkMemoryBarrier* memory, uint32_t, const void*,
                                 uint32_t, const void*) {
  if (barriers++ != left_out) ::vkCmdPipelineBarrier(cmd, from, to, 0, 1, memory, 0, nullptr, 0, nullptr);
}

struct Pass {
  gpu::Owned<VkDescriptorSetLayout> sets;
  gpu::Owned<VkPipelineLayout> layout;
  gpu::Owned<VkPipeline> pipeline;  // null if the program creates its own pipelines
  VkDescriptorSet set = VK_NULL_HANDLE;
};

class Gpu {
 public:
  Gpu()
      : instance_({"pages", false, {}}),
        device_(instance_, {.physical = instance_.devices().at(0).handle}),
        pool_(device_),
        sets_(device_, 8, 64) {
    volkLoadDevice(device_.handle());
  }

  const gpu::Device& device() const { return device_; }
  bool runs() const {
    return device_.properties().api_version >= VK_API_VERSION_1_3 && device_.enabled().graphics &&
           device_.enabled().dynamic_rendering && device_.enabled().push_descriptor;
  }

  // Uses the usage flags of the page, so validation reports missing ones. The buffer is mapped, because copies would
  // need barriers, which could replace a missing barrier of the page.
  vksort::Range allocate(VkDeviceSize bytes, VkBufferUsageFlags usage) {
    if (bytes == 0) return {};
    buffers_.emplace_back(device_, bytes, usage, gpu::Memory::readback);
    return {buffers_.back().handle(), 0, bytes};
  }
  template <typename T>
  std::span<T> at(VkBuffer buffer) const {
    for (const gpu::Buffer& each : buffers_)
      if (each.handle() == buffer) return each.as<T>();
    throw gpu::Error("unknown buffer");
  }
  template <typename T>
  vksort::Range filled(const std::vector<T>& values, VkBufferUsageFlags usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT) {
    const vksort::Range range = allocate(values.size() * sizeof(T), usage);
    std::ranges::copy(values, at<T>(range.buffer).begin());
    return range;
  }

  Pass pass(std::span<const vksort::Range> ranges, gpu::PushConstants push, std::span<const uint32_t> code = {}) {
    Pass pass{gpu::storageLayout(device_, static_cast<uint32_t>(ranges.size()), push.stages), {}, {}};
    pass.layout = gpu::pipelineLayout(device_, std::vector{pass.sets.get()}, push);
    if (!code.empty()) pass.pipeline = gpu::computePipeline(device_, {.code = code, .layout = pass.layout.get()});
    std::vector<VkDescriptorBufferInfo> buffers;
    for (const vksort::Range& range : ranges) buffers.push_back({range.buffer, range.offset, range.size});
    pass.set = sets_.allocate(pass.sets.get());
    gpu::writeStorageBuffers(device_, pass.set, buffers);
    return pass;
  }

  // Submits without waiting for earlier submissions. Does not use a fence, because validation 1.3.239 would then hang.
  template <typename Record>
  void submit(const Record& record) {
    const VkCommandBuffer cmd = pool_.allocate();
    gpu::begin(device_, cmd);
    barriers = 0;
    record(cmd);
    gpu::check(vkEndCommandBuffer(cmd), "vkEndCommandBuffer");
    auto submit = gpu::vkStruct<VkSubmitInfo>(VK_STRUCTURE_TYPE_SUBMIT_INFO);
    submit.commandBufferCount = 1;
    submit.pCommandBuffers = &cmd;
    gpu::check(vkQueueSubmit(device_.queue(), 1, &submit, VK_NULL_HANDLE), "vkQueueSubmit");
  }
  void flush() const {
    for (const gpu::Buffer& each : buffers_) each.flush();
  }
  void wait() const {
    gpu::check(vkQueueWaitIdle(device_.queue()), "vkQueueWaitIdle");
    for (const gpu::Buffer& each : buffers_) each.invalidate();
  }

 private:
  gpu::Instance instance_;
  gpu::Device device_;
  gpu::CommandPool pool_;
  gpu::DescriptorPool sets_;
  std::deque<gpu::Buffer> buffers_;
};

inline void toHost(VkCommandBuffer cmd) {
  const VkMemoryBarrier memory = {VK_STRUCTURE_TYPE_MEMORY_BARRIER, nullptr, VK_ACCESS_MEMORY_WRITE_BIT,
                                  VK_ACCESS_HOST_READ_BIT};
  ::vkCmdPipelineBarrier(cmd, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_PIPELINE_STAGE_HOST_BIT, 0, 1, &memory, 0, nullptr,
                         0, nullptr);
}

// A cleared image to draw into, with a layout that allows everything.
class Target {
 public:
  static constexpr VkFormat kFormat = VK_FORMAT_R8G8B8A8_UNORM;
  static constexpr uint32_t kSize = 16;  // width and height

  explicit Target(const gpu::Device& device)
      : image_(device, kFormat, {kSize, kSize}, VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT) {
  }

  // Calls draw(info) with the image and the dynamic state of gpu::graphicsPipeline().
  template <typename Draw>
  void record(VkCommandBuffer cmd, const Draw& draw) const {
    auto barrier = gpu::vkStruct<VkImageMemoryBarrier>(VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER);
    barrier.dstAccessMask = VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT;
    barrier.newLayout = VK_IMAGE_LAYOUT_GENERAL;
    barrier.image = image_.handle();
    barrier.subresourceRange = gpu::kWholeImage;
    ::vkCmdPipelineBarrier(cmd, VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT, VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT, 0, 0,
                           nullptr, 0, nullptr, 1, &barrier);
    auto color = gpu::vkStruct<VkRenderingAttachmentInfo>(VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO);
    color.imageView = image_.view();
    color.imageLayout = VK_IMAGE_LAYOUT_GENERAL;
    color.loadOp = VK_ATTACHMENT_LOAD_OP_CLEAR;
    auto info = gpu::vkStruct<VkRenderingInfo>(VK_STRUCTURE_TYPE_RENDERING_INFO);
    info.renderArea.extent = {kSize, kSize};
    info.layerCount = info.colorAttachmentCount = 1;
    info.pColorAttachments = &color;
    const VkViewport viewport{0, 0, kSize, kSize, 0, 1};
    vkCmdSetViewport(cmd, 0, 1, &viewport);
    vkCmdSetScissor(cmd, 0, 1, &info.renderArea);
    draw(info);
  }
  void read(VkCommandBuffer cmd, VkBuffer pixels) const {
    const VkMemoryBarrier drawn = {VK_STRUCTURE_TYPE_MEMORY_BARRIER, nullptr, VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT,
                                   VK_ACCESS_TRANSFER_READ_BIT};
    ::vkCmdPipelineBarrier(cmd, VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT, VK_PIPELINE_STAGE_TRANSFER_BIT, 0, 1,
                           &drawn, 0, nullptr, 0, nullptr);
    const VkBufferImageCopy whole = {0, 0, 0, {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1}, {}, {kSize, kSize, 1}};
    vkCmdCopyImageToBuffer(cmd, image_.handle(), VK_IMAGE_LAYOUT_GENERAL, pixels, 1, &whole);
  }

 private:
  gpu::Image image_;
};

}  // namespace host
