// The key generator by which the sort computes the depths of elements itself.
#pragma once
#include <glm/glm.hpp>
#include <span>

#include "gpu/buffer.h"
#include "gpu/descriptors.h"
#include "vksort_keys.h"

namespace particles {

// Must outlive every execution of a sort with its sets.
class DepthKeys {
 public:
  // Reads `positions`, which must outlive it. Errors: gpu::Error out of memory.
  DepthKeys(const gpu::Device& device, const gpu::Buffer& positions, uint32_t frames);

  vksort::KeyGenerator generator() const;
  std::span<const VkDescriptorSet> sets() const { return sets_; }  // by frame
  // What the next execution of the frame sees; its previous one must be over.
  void setRow(uint32_t frame, const glm::vec4& depth_row) const;

 private:
  gpu::Owned<VkDescriptorSetLayout> layout_;
  gpu::DescriptorPool pool_;
  std::vector<VkDescriptorSet> sets_;
  std::vector<gpu::Buffer> cameras_;  // by frame
};

}  // namespace particles
