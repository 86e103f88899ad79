#include "support/exact_waits.h"

#include <map>
#include <vector>

#include "gpu/commands.h"
#include "gpu/structs.h"

namespace test {
namespace {

struct State {
  gpu::Device* device;
  PFN_vkQueueSubmit submit;
  std::map<VkSemaphore, std::map<uint64_t, VkSemaphore>> signaled;  // by timeline and value: nobody waited for them
  std::vector<gpu::Owned<VkSemaphore>> made;
} state;

VKAPI_ATTR VkResult VKAPI_CALL submitOne(VkQueue queue, VkSubmitInfo info, VkFence fence) {
  const auto* values = static_cast<const VkTimelineSemaphoreSubmitInfo*>(info.pNext);
  if (values == nullptr) return state.submit(queue, 1, &info, fence);
  std::vector<VkSemaphore> waits(info.pWaitSemaphores, info.pWaitSemaphores + info.waitSemaphoreCount);
  std::vector<VkSemaphore> signals(info.pSignalSemaphores, info.pSignalSemaphores + info.signalSemaphoreCount);
  std::vector<VkPipelineStageFlags> stages(info.pWaitDstStageMask, info.pWaitDstStageMask + info.waitSemaphoreCount);
  for (uint32_t i = 0; i < info.waitSemaphoreCount; ++i) {
    auto& open = state.signaled[waits[i]];
    const auto end = open.upper_bound(values->pWaitSemaphoreValues[i]);
    for (auto at = open.begin(); at != end; at = open.erase(at)) {
      waits.push_back(at->second);
      stages.push_back(stages[i]);
    }
  }
  for (uint32_t i = 0; i < info.signalSemaphoreCount; ++i) {
    const uint64_t value = values->pSignalSemaphoreValues[i];
    if (value == 0) continue;  // a binary one
    state.made.push_back(gpu::createSemaphore(*state.device));
    signals.push_back(state.made.back().get());
    state.signaled[info.pSignalSemaphores[i]][value] = signals.back();
  }
  std::vector<uint64_t> wait_values(waits.size()), signal_values(signals.size());  // binary ones have any
  std::copy_n(values->pWaitSemaphoreValues, info.waitSemaphoreCount, wait_values.begin());
  std::copy_n(values->pSignalSemaphoreValues, info.signalSemaphoreCount, signal_values.begin());
  auto more = gpu::vkStruct<VkTimelineSemaphoreSubmitInfo>(VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO);
  more.waitSemaphoreValueCount = info.waitSemaphoreCount = static_cast<uint32_t>(waits.size());
  more.signalSemaphoreValueCount = info.signalSemaphoreCount = static_cast<uint32_t>(signals.size());
  more.pWaitSemaphoreValues = wait_values.data();
  more.pSignalSemaphoreValues = signal_values.data();
  info.pNext = &more;
  info.pWaitSemaphores = waits.data();
  info.pWaitDstStageMask = stages.data();
  info.pSignalSemaphores = signals.data();
  return state.submit(queue, 1, &info, fence);
}

VKAPI_ATTR VkResult VKAPI_CALL submitAll(VkQueue queue, uint32_t count, const VkSubmitInfo* infos, VkFence fence) {
  if (count == 0) return state.submit(queue, 0, nullptr, fence);
  VkResult result = VK_SUCCESS;
  for (uint32_t i = 0; i < count && result == VK_SUCCESS; ++i)
    result = submitOne(queue, infos[i], i + 1 == count ? fence : VK_NULL_HANDLE);
  return result;
}

}  // namespace

ExactWaits::ExactWaits(gpu::Device& device) {
  state = {&device, device.vk.vkQueueSubmit, {}, {}};
  device.vk.vkQueueSubmit = submitAll;
}

ExactWaits::~ExactWaits() {
  state.device->waitIdle();
  state.device->vk.vkQueueSubmit = state.submit;
  state = {};
}

}  // namespace test
