// Keeps a GPU busy like a renderer: draws an image, copies it and fills a buffer.
#pragma once

#include <vector>

#include "gpu/buffer.h"
#include "gpu/image.h"

namespace test {

class SoakLoad {
 public:
  // Uses a queue of the same family as Device::queue(). `software` selects small images.
  SoakLoad(const gpu::Device& device, std::uint32_t slots, bool software);

  // Only fills the buffer if graphics or dynamic rendering is not supported.
  bool draws() const { return static_cast<bool>(pipeline_); }
  void record(VkCommandBuffer cmd, std::uint32_t slot) const;

 private:
  struct Slot {
    gpu::Image image;
    gpu::Buffer copy, filled;
  };
  void draw(VkCommandBuffer cmd, const Slot& slot) const;

  const gpu::Device& device_;
  VkExtent2D extent_;
  std::uint32_t draws_;
  gpu::Owned<VkPipelineLayout> layout_;
  gpu::Owned<VkPipeline> pipeline_;
  std::vector<Slot> slots_;
};

}  // namespace test
