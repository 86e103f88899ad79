#include "sort/depth_sorter.h"

#include <string>
#include <string_view>

#include "gpu/error.h"

namespace particles {

DepthSorter::DepthSorter(Sorters& sorters, const SorterKind& kind, uint32_t max_count, uint32_t frames,
                         const vksort::KeyGenerator* keys)
    : use_(kind.use), sorter_(sorters.sorter(kind, max_count, keys)) {
  const VkDescriptorSetLayout layout = sorter_->descriptorSetLayout();
  if (layout == VK_NULL_HANDLE) return;
  pool_ = gpu::DescriptorPool(sorters.device(), frames, frames * vksort::kDescriptorsPerSet);
  for (uint32_t i = 0; i < frames; ++i) sets_.push_back(pool_.allocate(layout));
}

void DepthSorter::requireUse(const gpu::Device& device, uint32_t count) const {
  if (use_ == Use::radix && sorter_->scratchBytes(count) == 0)
    throw gpu::Error("--use radix: " + std::to_string(count) + " elements with these keys are not sorted by radix on " +
                     device.properties().core.deviceName);
}

vksort::Ordering depthOrdering() {
  vksort::Ordering ordering;
  ordering.key_type = vksort::KeyType::f32;
  ordering.order = vksort::Order::descending;
  ordering.payload = vksort::Payload::u32;
  ordering.payloads_ascend = true;
  return ordering;
}

SortFacts factsOf(const vksort::Sorter& sorter, vksort::PlanInfo info) {
  const bool segmented = info.segment_count != 0;
  info.scratch = !segmented && sorter.scratchBytes(info.count) != 0;
  std::vector<vksort::PassPlan> passes(plan(sorter, info));
  if (passes.empty()) return {};
  (void)plan(sorter, info, passes.data(), static_cast<uint32_t>(passes.size()));
  SortFacts facts{"bitonic", static_cast<uint32_t>(passes.size()), {}};
  uint64_t bytes = 0;
  for (const vksort::PassPlan& pass : passes) {
    bytes += pass.bytes_read + pass.bytes_written;
    for (const char* name : {"radix", "rank"})
      if (std::string_view(pass.name).starts_with(name)) facts.used = name;
  }
  if (!segmented && !info.indirect) facts.bytes_moved = bytes;
  return facts;
}

}  // namespace particles
