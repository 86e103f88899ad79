#include "barrier_calls.h"

namespace test {
namespace {

std::vector<BarrierCall> calls;
std::function<void(const BarrierCall&)> listener;
PFN_vkCmdPipelineBarrier real_barrier = nullptr;

VKAPI_ATTR void VKAPI_CALL recordCall(VkCommandBuffer cmd, VkPipelineStageFlags src, VkPipelineStageFlags dst,
                                      VkDependencyFlags flags, uint32_t global_count, const VkMemoryBarrier* global,
                                      uint32_t buffer_count, const VkBufferMemoryBarrier* buffers, uint32_t image_count,
                                      const VkImageMemoryBarrier* images) {
  calls.push_back(
      {src, dst, {global, global + global_count}, {buffers, buffers + buffer_count}, {images, images + image_count}});
  if (listener) listener(calls.back());
  real_barrier(cmd, src, dst, flags, global_count, global, buffer_count, buffers, image_count, images);
}

}  // namespace

std::vector<BarrierCall> barriersOf(gpu::Device& device, const std::function<void()>& record,
                                    const std::function<void(const BarrierCall&)>& each) {
  calls.clear();
  listener = each;
  real_barrier = device.vk.vkCmdPipelineBarrier;
  device.vk.vkCmdPipelineBarrier = recordCall;
  record();
  device.vk.vkCmdPipelineBarrier = real_barrier;
  listener = nullptr;
  return calls;
}

}  // namespace test
