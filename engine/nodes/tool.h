// Adds calls of a Toolkit to a render graph: culls, selects, runs, cells and gathers.
#pragma once
#include <functional>
#include <span>
#include <vector>

#include "graph/context.h"
#include "graph/graph.h"
#include "vksort_toolkit.h"

namespace nodes {

// The objects of one frame, for the arguments of a Toolkit call.
struct ToolContext {
  VkCommandBuffer cmd() const { return pass.cmd(); }
  VkBuffer buffer(graph::BufferHandle handle) const { return pass.buffer(handle); }
  // Returns the whole buffer.
  vksort::Range range(graph::BufferHandle handle) const { return {buffer(handle), 0, pass.size(handle)}; }

  vksort::Range scratch{};  // null if ToolNode::scratch_bytes is 0
  VkDescriptorSet descriptor_set = VK_NULL_HANDLE;

  const graph::PassContext& pass;
};

struct ToolNode {
  std::span<const graph::BufferHandle> reads{};
  // Buffers that the call writes. They need no contents. Words that the call does not write keep their values.
  std::span<const graph::BufferHandle> writes{};
  VkDeviceSize scratch_bytes = 0;  // Toolkit::scratchBytes()
  // One set of Toolkit::descriptorSetLayout() for each frame of the executor, which they must outlive. Empty if push
  // descriptors are enabled.
  std::span<const VkDescriptorSet> descriptor_sets{};
  // Called while the graph is recorded. It must only use buffers of `reads` and `writes`.
  std::function<vksort::RecordStatus(const ToolContext&)> record;
};

struct ToolOutput {
  std::vector<graph::BufferHandle> written;  // in the order of ToolNode::writes
  graph::PassHandle pass;
};

// Adds a pass that calls ToolNode::record. Everything that `record` captures must outlive the executor of the graph.
// Errors: graph::Error for handles that the graph rejects. The graph does not change then. While recording:
// graph::Error if vksort rejects the call, or if a frame has no descriptor set.
ToolOutput addTool(graph::Graph& graph, const ToolNode& node, const std::string& name);

}  // namespace nodes
