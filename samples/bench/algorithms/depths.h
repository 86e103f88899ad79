// Keys that are view depths of positions, on the device: computed in the sort, by a hook, or in a pass before it.
#pragma once

#include <span>

#include "gpu/buffer.h"
#include "gpu/descriptors.h"
#include "gpu/pipeline.h"
#include "input/input.h"

namespace bench {

// The positions on the device, and what makes keys of them.
class Depths {
 public:
  // Errors: gpu::Error out of memory.
  Depths(const gpu::Device& device, const Input& input);

  // For the first `count` elements of the buffers: keys, then values if there are any. The device must not be using it.
  void prepare(std::span<const gpu::Buffer> buffers, std::uint32_t count);

  vksort::Hook hook() const;
  VkDescriptorSet hookSet() const { return hook_set_; }

  // Records the pass that writes keys and values, and the barrier to a sort of them.
  void record(VkCommandBuffer cmd) const;

 private:
  const gpu::Device& device_;
  const std::uint64_t seed_;
  gpu::Owned<VkDescriptorSetLayout> hook_layout_, pass_layout_;
  gpu::DescriptorPool pool_;
  VkDescriptorSet hook_set_, pass_set_;
  gpu::Owned<VkPipelineLayout> layout_;
  gpu::Owned<VkPipeline> pass_;
  gpu::Buffer positions_;
  std::uint32_t count_ = 0;
};

}  // namespace bench
