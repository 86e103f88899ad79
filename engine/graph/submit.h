// Command buffers and semaphores of Executor::submit(). Private to engine/graph.
#pragma once
#include <array>
#include <vector>

#include "gpu/commands.h"
#include "graph/execute.h"

namespace graph {

// Makes them when they are first needed, and keeps them.
class Submitter {
 public:
  // `plan` must outlive it.
  Submitter(const gpu::Device& device, const Plan& plan, uint32_t frames);

  // The command buffer of a batch, which is recording. The GPU must be done with the frame's last one.
  VkCommandBuffer begin(uint32_t frame, uint32_t batch);
  // Submits the batches of a frame, each to its queue, which waits as the plan says.
  void submit(uint32_t frame, const Outside& outside);

 private:
  const gpu::Device& device_;
  const Plan& plan_;
  std::vector<gpu::CommandPool> pools_;               // by queue
  std::vector<std::vector<VkCommandBuffer>> frames_;  // by frame and batch
  std::array<gpu::Owned<VkSemaphore>, 2> timelines_;  // by queue: how many of its batches are over, of all executions
  std::array<uint64_t, 2> over_{};                    // their values once all that was submitted is over
  bool failed_ = false;                               // a submission: batches that would signal are missing
};

}  // namespace graph
