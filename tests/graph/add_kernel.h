// The compute kernel of these tests: target[i] = source[i] + amount.
#pragma once
#include "gpu/commands.h"
#include "gpu/descriptors.h"
#include "gpu/pipeline.h"
#include "graph/executor.h"

namespace test {

inline constexpr uint32_t kCount = 1000;
inline constexpr graph::BufferInfo kData{kCount * 4, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT |
                                                         VK_BUFFER_USAGE_TRANSFER_SRC_BIT |
                                                         VK_BUFFER_USAGE_TRANSFER_DST_BIT};
inline constexpr VkExtent2D kExtent{40, kCount / 40};

class AddKernel {
 public:
  explicit AddKernel(const gpu::Device& device);
  // Records one dispatch with a new descriptor set, at most 64 times.
  void record(VkCommandBuffer cmd, VkBuffer source, VkBuffer target, uint32_t amount);

 private:
  const gpu::Device* device_;
  gpu::Owned<VkDescriptorSetLayout> set_layout_;
  gpu::Owned<VkPipelineLayout> layout_;
  gpu::Owned<VkPipeline> pipeline_;
  gpu::DescriptorPool pool_;
};

// Passes that several tests use. They return the handle that they wrote.
graph::BufferHandle fillPass(graph::Graph& graph, const char* name, graph::BufferHandle target, uint32_t value);
graph::BufferHandle addPass(graph::Graph& graph, const char* name, AddKernel& kernel, graph::BufferHandle source,
                            graph::BufferHandle target, uint32_t amount);
graph::BufferHandle addInPlacePass(graph::Graph& graph, const char* name, AddKernel& kernel, graph::BufferHandle target,
                                   uint32_t amount);
graph::BufferHandle copyPass(graph::Graph& graph, const char* name, graph::BufferHandle source,
                             graph::BufferHandle target);
// Images have kExtent, and four bytes per pixel.
graph::ImageHandle clearPass(graph::Graph& graph, graph::ImageHandle target, uint32_t word);
graph::BufferHandle copyPass(graph::Graph& graph, const char* name, graph::ImageHandle source,
                             graph::BufferHandle target);

gpu::Buffer readbackBuffer(const gpu::Device& device);

bool allEqual(const gpu::Buffer& readback, uint32_t value);

}  // namespace test
