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

// Calls `record` with every barrier that it records on `device` written down, and passed on; `each`, if there is one,
// is told at once. Not for several threads.
std::vector<BarrierCall> barriersOf(gpu::Device& device, const std::function<void()>& record,
                                    const std::function<void(const BarrierCall&)>& each = nullptr);

}  // namespace test
