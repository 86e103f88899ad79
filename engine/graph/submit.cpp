#include "graph/submit.h"

#include <utility>

#include "gpu/structs.h"

namespace graph {

Submitter::Submitter(const gpu::Device& device, const Plan& plan, uint32_t frames)
    : device_(device), plan_(plan), frames_(frames) {}

VkCommandBuffer Submitter::begin(uint32_t frame, uint32_t batch) {
  if (pools_.empty()) pools_.emplace_back(device_);
  if (pools_.size() == 1) pools_.emplace_back(device_, device_.computeQueueFamily());
  std::vector<VkCommandBuffer>& commands = frames_[frame];
  for (std::size_t i = commands.size(); i < plan_.batches.size(); ++i)
    commands.push_back(pools_[static_cast<std::size_t>(plan_.batches[i].queue)].allocate());
  // It may still be recording, if a pass threw.
  gpu::check(device_.vk.vkResetCommandBuffer(commands[batch], 0), "resetting a command buffer");
  gpu::begin(device_, commands[batch]);
  return commands[batch];
}

void Submitter::submit(uint32_t frame, const Outside& outside) {
  if (std::exchange(failed_, true)) {
    timelines_ = {};
    over_ = {};
  }
  if (plan_.batches.size() > 1)
    for (gpu::Owned<VkSemaphore>& timeline : timelines_)
      if (!timeline) timeline = gpu::createTimeline(device_);
  const std::array<uint64_t, 2> before = over_;
  for (uint32_t i = 0; i < plan_.batches.size(); ++i) {
    const Batch& batch = plan_.batches[i];
    const bool is_main = batch.queue == Queue::main;
    const std::size_t own = is_main ? 0 : 1, other = 1 - own;
    ++over_[own];
    std::array<VkSemaphore, 2> waits{}, signals{};
    std::array<uint64_t, 2> wait_values{}, signal_values{};
    std::array<VkPipelineStageFlags, 2> stages{};
    auto values = gpu::vkStruct<VkTimelineSemaphoreSubmitInfo>(VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO);
    auto submit = gpu::vkStruct<VkSubmitInfo>(VK_STRUCTURE_TYPE_SUBMIT_INFO);
    const auto wait = [&](VkSemaphore semaphore, uint64_t value, VkPipelineStageFlags stage) {
      waits[submit.waitSemaphoreCount] = semaphore;
      wait_values[submit.waitSemaphoreCount] = value;
      stages[submit.waitSemaphoreCount++] = stage;
    };
    const auto signal = [&](VkSemaphore semaphore, uint64_t value) {
      signals[submit.signalSemaphoreCount] = semaphore;
      signal_values[submit.signalSemaphoreCount++] = value;
    };
    const bool is_last = i + 1 == plan_.batches.size();
    if (batch.acquires && outside.acquired != VK_NULL_HANDLE)
      wait(outside.acquired, 0, VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT);
    if (batch.waits != 0)
      wait(timelines_[other].get(), before[other] + batch.waits, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT);
    if (batch.signals) signal(timelines_[own].get(), over_[own]);
    if (is_last && outside.finished != VK_NULL_HANDLE) signal(outside.finished, 0);
    values.waitSemaphoreValueCount = submit.waitSemaphoreCount;
    values.pWaitSemaphoreValues = wait_values.data();
    values.signalSemaphoreValueCount = submit.signalSemaphoreCount;
    values.pSignalSemaphoreValues = signal_values.data();
    submit.pNext = timelines_[own] ? &values : nullptr;
    submit.pWaitSemaphores = waits.data();
    submit.pWaitDstStageMask = stages.data();
    submit.commandBufferCount = 1;
    submit.pCommandBuffers = &frames_[frame][i];
    submit.pSignalSemaphores = signals.data();
    const VkQueue queue = is_main ? device_.queue() : device_.computeQueue();
    gpu::check(device_.vk.vkQueueSubmit(queue, 1, &submit, is_last ? outside.fence : VK_NULL_HANDLE),
               "submitting a graph");
  }
  failed_ = false;
}

}  // namespace graph
