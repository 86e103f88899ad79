#include "viewer/stages.h"

#include <algorithm>
#include <cmath>

namespace particles {

Options optionsOf(const Options& options, const Wanted& wanted) {
  Options result = options;
  result.scene = &allScenes()[wanted.scene];
  result.count = wanted.count;
  if (!showsFile(options, wanted.scene)) result.cloud = nullptr;
  result.use = wanted.use;
  result.verify = options.verify || wanted.measure;
  return result;
}

Wanted wantedBy(const Options& options, const gpu::Device& device) {
  Wanted wanted;
  wanted.scene = static_cast<std::size_t>(options.scene - allScenes().data());
  wanted.count = options.count || options.cloud ? countOf(options, device) : defaultCount(*options.scene, device);
  wanted.use = options.use;
  wanted.sorting = options.sorting;
  wanted.steps.list = options.steps;
  if (options.steps.algorithm)
    wanted.shown = Shown::steps;
  else
    wanted.steps.list.algorithm = steps::Algorithm::bitonic;
  return wanted;
}

uint32_t defaultCount(const SceneEntry& scene, const gpu::Device& device) {
  const bool software = device.properties().core.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU;
  return software ? scene.count / 2 : scene.gpu_count;
}

bool showsFile(const Options& options, std::size_t scene) {
  return options.cloud && &allScenes()[scene] == options.scene;
}

uint32_t countBehind(const Options& options, const Wanted& asked, const Wanted& before, const gpu::Device& device) {
  const auto own = [&](std::size_t scene) {
    return showsFile(options, scene) ? options.cloud->count() : defaultCount(allScenes()[scene], device);
  };
  if (showsFile(options, asked.scene)) return own(asked.scene);
  const bool chosen = asked.scene == before.scene || asked.count != before.count || before.count != own(before.scene);
  return chosen ? asked.count : own(asked.scene);
}

uint32_t mostCount(const gpu::Device& device) {
  // Of one element, in both stages: what a scene has of it, keys, and scratch memory of the sort.
  constexpr VkDeviceSize kBytes = 256;
  const VkPhysicalDeviceMemoryProperties& memory = device.properties().memory;
  VkDeviceSize largest = 0;
  for (uint32_t i = 0; i < memory.memoryHeapCount; ++i)
    if ((memory.memoryHeaps[i].flags & VK_MEMORY_HEAP_DEVICE_LOCAL_BIT) != 0)
      largest = std::max(largest, memory.memoryHeaps[i].size);
  return static_cast<uint32_t>(std::clamp<VkDeviceSize>(largest / 2 / kBytes, 1, maxCountOn(device)));
}

Stages::Stages(const std::shared_ptr<Sorters>& sorters, const Options& options, const Wanted& wanted, VkFormat format) {
  const gpu::Device& device = sorters->device();
  Options asked = optionsOf(options, wanted);
  shown = std::make_unique<Stage>(device, stageInfo(asked, device, format, sorters));
  if (!compares(wanted.shown)) return;
  asked.use = Use::automatic;
  asked.verify = false;
  other = std::make_unique<Stage>(device, stageInfo(asked, device, format, sorters));
}

void Stages::prepare(uint32_t frame, const Camera& camera, VkExtent2D extent, uint32_t steps) {
  shown->prepare(frame, camera, extent, steps);
  if (other) other->prepare(frame, camera, extent, steps);
}

const steps::Walk& Player::walk(WantedSteps& wanted) {
  const StepsOptions& list = wanted.list;
  const bool same = walk_ && list.algorithm == made_of_.algorithm && list.elements == made_of_.elements &&
                    list.digit_bits == made_of_.digit_bits;
  if (!same) {
    walk_ = makeWalk(list, seed_);
    made_of_ = list;
  }
  wanted.list.step = std::clamp(list.step, 0.0, static_cast<double>(walk_->steps.size()));
  return *walk_;
}

void Player::advance(WantedSteps& wanted, double seconds) {
  if (!wanted.playing) return;
  const auto end = static_cast<double>(walk(wanted).steps.size());
  if (wanted.list.step >= end) wanted.list.step = 0.0;  // played once more
  wanted.list.step = std::min(end, wanted.list.step + seconds * static_cast<double>(wanted.speed));
  if (wanted.list.step >= end) wanted.playing = false;
}

void Player::step(WantedSteps& wanted, bool back) {
  wanted.playing = false;
  wanted.list.step = back ? std::ceil(wanted.list.step) - 1.0 : std::floor(wanted.list.step) + 1.0;
  walk(wanted);
}

}  // namespace particles
