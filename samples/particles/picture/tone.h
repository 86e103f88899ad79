// Light of any brightness, brought into the range of a picture.
#pragma once
#include "gpu/descriptors.h"
#include "gpu/pipeline.h"
#include "graph/context.h"

namespace particles {

// Must outlive every executor of a graph it was declared in.
class Tone {
 public:
  static constexpr VkFormat kLight = VK_FORMAT_R16G16B16A16_SFLOAT;  // of what is brought into range, on every device

  // `format` of the picture. Errors: gpu::Error.
  Tone(const gpu::Device& device, VkFormat format, uint32_t frames);

  // An image for light, as large as `picture`.
  graph::ImageHandle createLight(graph::Graph& graph, graph::ImageHandle picture) const;
  // Adds the pass that makes the picture of the light, and returns the picture. Once in a graph.
  graph::ImageHandle declare(graph::Graph& graph, graph::ImageHandle light, graph::ImageHandle picture);

 private:
  gpu::Owned<VkDescriptorSetLayout> set_layout_;
  gpu::DescriptorPool pool_;
  std::vector<VkDescriptorSet> sets_;  // by frame
  gpu::Owned<VkPipelineLayout> layout_;
  gpu::Owned<VkPipeline> pipeline_;
};

}  // namespace particles
