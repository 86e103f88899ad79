// A recording of a Toolkit as a node of the render graph: a cull, a select, runs, cells, or gathered structures.
#pragma once
#include <functional>
#include <span>
#include <vector>

#include "graph/context.h"
#include "graph/graph.h"
#include "vksort_toolkit.h"

namespace nodes {

// What a recording takes, of the frame that is recorded.
struct ToolContext {
  VkCommandBuffer cmd() const { return of.cmd(); }
  VkBuffer buffer(graph::BufferHandle handle) const { return of.buffer(handle); }
  // All of a buffer.
  vksort::Range range(graph::BufferHandle handle) const { return {buffer(handle), 0, of.size(handle)}; }

  vksort::Range scratch{};  // ToolNode::scratch_bytes; null if those are 0
  VkDescriptorSet set = VK_NULL_HANDLE;

  const graph::PassContext& of;
};

struct ToolNode {
  std::span<const graph::BufferHandle> reads{};
  // What the recording writes. These need no contents. Other words than the written ones keep theirs.
  std::span<const graph::BufferHandle> writes{};
  VkDeviceSize scratch_bytes = 0;  // Toolkit::scratchBytes()
  // Without push descriptors, one set of Toolkit::descriptorSetLayout() for each frame of the executor. They must live
  // as long as the executor.
  std::span<const VkDescriptorSet> sets{};
  // Called when the graph is recorded. It must record with buffers of `reads` and `writes` alone.
  std::function<vksort::RecordStatus(const ToolContext&)> record;
};

struct Tooled {
  std::vector<graph::BufferHandle> written;  // of ToolNode::writes, in that order
  graph::PassHandle pass;
};

// Adds a pass that records. What `record` refers to must outlive the executor of the graph. Errors: graph::Error for
// stale handles: the graph is then unchanged. When recording: for a call that vksort refuses, and for a frame without a
// set.
Tooled addTool(graph::Graph& graph, const ToolNode& node, const std::string& name);

}  // namespace nodes
