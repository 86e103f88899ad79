#include "frame/frame_queue.h"

#include <limits>

#include "gpu/structs.h"

namespace particles {

FrameQueue::FrameQueue(const gpu::Device& device) : device_(&device), pool_(device), slots_(kFramesInFlight) {
  for (Slot& slot : slots_) {
    slot.cmd = pool_.allocate();
    slot.fence = gpu::createFence(device);
  }
}

// An exception may leave work in flight that still uses the slots.
FrameQueue::~FrameQueue() { device_->vk.vkDeviceWaitIdle(device_->handle()); }

bool FrameQueue::wait(uint32_t frame, const std::function<void(uint32_t seconds)>& slow) {
  Slot& slot = slots_[frame];
  if (!slot.submitted) return false;
  const VkFence fence = slot.fence.get();
  constexpr uint64_t kSecond = 1'000'000'000;  // nanoseconds
  VkResult result = VK_TIMEOUT;
  for (uint32_t waited = 0, next = 2; result == VK_TIMEOUT; next *= 2) {
    const uint64_t patience = slow ? (next - waited) * kSecond : std::numeric_limits<uint64_t>::max();
    result = device_->vk.vkWaitForFences(device_->handle(), 1, &fence, VK_TRUE, patience);
    waited = next;
    if (result == VK_TIMEOUT && slow) slow(waited);
  }
  gpu::check(result, "waiting for a frame");
  gpu::check(device_->vk.vkResetFences(device_->handle(), 1, &fence), "resetting a fence");
  slot.submitted = false;
  return true;
}

VkCommandBuffer FrameQueue::begin(uint32_t frame) {
  gpu::begin(*device_, slots_[frame].cmd);
  return slots_[frame].cmd;
}

void FrameQueue::submit(uint32_t frame, VkSemaphore acquired, VkSemaphore finished) {
  Slot& slot = slots_[frame];
  gpu::check(device_->vk.vkEndCommandBuffer(slot.cmd), "ending a frame");
  const VkPipelineStageFlags stage = VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT;
  auto submit = gpu::vkStruct<VkSubmitInfo>(VK_STRUCTURE_TYPE_SUBMIT_INFO);
  submit.waitSemaphoreCount = acquired != VK_NULL_HANDLE ? 1 : 0;
  submit.pWaitSemaphores = &acquired;
  submit.pWaitDstStageMask = &stage;
  submit.commandBufferCount = 1;
  submit.pCommandBuffers = &slot.cmd;
  submit.signalSemaphoreCount = finished != VK_NULL_HANDLE ? 1 : 0;
  submit.pSignalSemaphores = &finished;
  gpu::check(device_->vk.vkQueueSubmit(device_->queue(), 1, &submit, slot.fence.get()), "submitting a frame");
  slot.submitted = true;
}

}  // namespace particles
