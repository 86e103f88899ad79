// What reaches the command buffer while a graph is recorded.
#pragma once
#include <functional>
#include <vector>

#include "gpu/device.h"

namespace test {

// One call of vkCmdPipelineBarrier.
struct BarrierCall {
  VkPipelineStageFlags src_stages = 0;
  VkPipelineStageFlags dst_stages = 0;
  std::vector<VkMemoryBarrier> global;
  std::vector<VkBufferMemoryBarrier> buffers;
  std::vector<VkImageMemoryBarrier> images;
};

// Rendering as it was begun last.
struct Rendering {
  VkRenderingInfo info{};
  VkRenderingAttachmentInfo color{};
  VkViewport viewport{};
  VkRect2D scissor{};
  bool open = false;
  bool timed_inside = false;  // a timestamp between begin and end, which would leave out what the end does
};

// Of the last call of watch(), during and after it.
const Rendering& drawn();

// Calls `record`, and `each` with every barrier that it records on `device`. Not for several threads.
void watch(
    gpu::Device& device, const std::function<void()>& record,
    const std::function<void(const BarrierCall&)>& each = [](const BarrierCall&) {});

}  // namespace test
