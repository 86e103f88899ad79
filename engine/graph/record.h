// Private to engine/graph.
#pragma once
#include "graph/context.h"
#include "graph/plan.h"

namespace graph {

class BarrierRecorder {
 public:
  // Reserves memory for the longest list of barriers, so that record() does not allocate.
  explicit BarrierRecorder(const Plan& plan);
  void record(const gpu::Device& device, VkCommandBuffer cmd, const std::vector<Barrier>& barriers, const Graph& graph,
              std::span<const PhysicalResource> resources);

 private:
  std::vector<VkBufferMemoryBarrier> buffers_;
  std::vector<VkImageMemoryBarrier> images_;
};

// Also sets viewport and scissor to the whole attachment.
void beginRendering(const gpu::Device& device, VkCommandBuffer cmd, const Pass& pass, const Graph& graph,
                    std::span<const PhysicalResource> resources);

}  // namespace graph
