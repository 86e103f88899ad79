// Adds Toolkit calls to a render graph.
#pragma once
#include <functional>
#include <span>
#include <vector>

#include "graph/context.h"
#include "graph/graph.h"
#include "vksort_toolkit.h"

namespace nodes {

// Arguments for a Toolkit call in one frame.
struct ToolContext {
  VkCommandBuffer cmd() const { return pass.cmd(); }
  VkBuffer buffer(graph::BufferHandle handle) const { return pass.buffer(handle); }
  vksort::Range range(graph::BufferHandle handle) const { return {buffer(handle), 0, pass.size(handle)}; }

  vksort::Range scratch{};  // null if ToolNode::scratch_bytes is 0
  VkDescriptorSet descriptor_set = VK_NULL_HANDLE;

  const graph::PassContext& pass;
};

struct ToolNode {
  std::span<const graph::BufferHandle> reads{};
  // Need no contents. Words that the call does not write keep their values.
  std::span<const graph::BufferHandle> writes{};
  VkDeviceSize scratch_bytes = 0;
  // A Toolkit::descriptorSetLayout() set per frame of the executor. Empty if push descriptors are enabled.
  std::span<const VkDescriptorSet> descriptor_sets{};
  // Must only use buffers of `reads` and `writes`.
  std::function<vksort::RecordStatus(const ToolContext&)> record;
};

struct ToolOutput {
  std::vector<graph::BufferHandle> written;
  graph::PassHandle pass;
};

// Everything that `record` captures must outlive the executor. Throws graph::Error like addSort().
ToolOutput addTool(graph::Graph& graph, const ToolNode& node, const std::string& name);

}  // namespace nodes
