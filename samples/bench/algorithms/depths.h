// Keys that are view depths of positions, on the device: computed in the sort, by a key generator, or in a pass before
// it.
#pragma once

#include <span>

#include "gpu/buffer.h"
#include "gpu/descriptors.h"
#include "gpu/pipeline.h"
#include "input/input.h"
#include "vksort_keys.h"

namespace bench {

// The positions on the device, and what makes keys of them.
class Depths {
 public:
  // Errors: gpu::Error out of memory.
  Depths(const gpu::Device& device, const Input& input);

  // For the first `count` elements of the buffers: keys, then payloads if there are any. The device must not be using
  // it.
  void prepare(std::span<const gpu::Buffer> buffers, std::uint32_t count);

  vksort::KeyGenerator generator() const;
  VkDescriptorSet generatorSet() const { return generator_set_; }

  // Records the pass that writes keys, and payloads unless the sort does, and the barrier to a sort of them.
  void record(VkCommandBuffer cmd) const;

 private:
  const gpu::Device& device_;
  const std::uint64_t seed_;
  gpu::Owned<VkDescriptorSetLayout> generator_layout_, pass_layout_;
  gpu::DescriptorPool pool_;
  VkDescriptorSet generator_set_, pass_set_;
  gpu::Owned<VkPipelineLayout> layout_;
  gpu::Owned<VkPipeline> pass_;
  gpu::Buffer positions_;
  std::uint32_t count_ = 0;
};

}  // namespace bench
