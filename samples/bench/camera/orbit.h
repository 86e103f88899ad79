// The motion of a camera that orbits points: each sort is of a frame, and begins with the order of the frame before.
#pragma once

#include "camera/points.h"
#include "gpu/descriptors.h"
#include "gpu/pipeline.h"
#include "input/motion.h"

namespace bench {

class Orbit : public Motion {
 public:
  // `degrees`: from frame to frame. Of the input's ordering keys must be f32, and payloads u32. Errors: gpu::Error out
  // of memory.
  Orbit(const gpu::Device& device, const Input& input, double degrees, std::uint32_t count);

  // What the frame before the first one leaves: sorted.
  Elements start() const;

  void attach(std::span<const gpu::Buffer> buffers) override;
  void record(VkCommandBuffer cmd, std::uint32_t round) const override;
  Elements elementsOf(std::uint32_t round) const override { return depthsAt(round + 1); }

 private:
  // With the indices as payloads.
  Elements depthsAt(std::uint32_t frame) const;

  const gpu::Device& device_;
  const vksort::Ordering ordering_;
  const double degrees_;
  const std::vector<Position> points_;
  gpu::Owned<VkDescriptorSetLayout> set_layout_;
  gpu::DescriptorPool pool_;
  VkDescriptorSet set_;
  gpu::Owned<VkPipelineLayout> layout_;
  gpu::Owned<VkPipeline> pass_;
  gpu::Buffer positions_;
};

}  // namespace bench
