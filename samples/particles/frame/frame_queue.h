// Command buffers and fences of the frames in flight.
#pragma once
#include <functional>
#include <vector>

#include "gpu/commands.h"

namespace particles {

inline constexpr uint32_t kFramesInFlight = 2;

// Thread rule: one thread at a time.
class FrameQueue {
 public:
  explicit FrameQueue(const gpu::Device& device);
  ~FrameQueue();
  FrameQueue(const FrameQueue&) = delete;
  FrameQueue& operator=(const FrameQueue&) = delete;

  // Blocks until the GPU is done with the frame's previous submission. True when there was one. Calls `slow` after 2,
  // 4, 8 and so on seconds of that.
  bool wait(uint32_t frame, const std::function<void(uint32_t seconds)>& slow = {});
  // A command buffer that is recording. wait() comes first.
  VkCommandBuffer begin(uint32_t frame);
  // Ends and submits it. The semaphores are optional; color output waits for `acquired`.
  void submit(uint32_t frame, VkSemaphore acquired = VK_NULL_HANDLE, VkSemaphore finished = VK_NULL_HANDLE);

 private:
  struct Slot {
    VkCommandBuffer cmd = VK_NULL_HANDLE;
    gpu::Owned<VkFence> fence;
    bool submitted = false;
  };

  const gpu::Device* device_;
  gpu::CommandPool pool_;
  std::vector<Slot> slots_;
};

}  // namespace particles
