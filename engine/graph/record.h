// Recording a plan's barriers and attachments. Private to engine/graph.
#pragma once
#include "graph/context.h"
#include "graph/plan.h"

namespace graph {

// Records barriers in one vkCmdPipelineBarrier; keeps its memory between calls.
class BarrierRecorder {
 public:
  // Room for the longest list of the plan, so that record() allocates nothing.
  explicit BarrierRecorder(const Plan& plan);
  void record(const gpu::Device& device, VkCommandBuffer cmd, const std::vector<Barrier>& barriers, const Graph& graph,
              std::span<const Binding> bindings);

 private:
  std::vector<VkBufferMemoryBarrier> buffers_;
  std::vector<VkImageMemoryBarrier> images_;
};

// Begins rendering to the attachment of a graphics pass, with viewport and scissor over all of it.
void beginRendering(const gpu::Device& device, VkCommandBuffer cmd, const Pass& pass, const Graph& graph,
                    std::span<const Binding> bindings);

}  // namespace graph
