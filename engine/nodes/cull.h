// The cull of a Toolkit as a node of the render graph.
#pragma once
#include <span>

#include "graph/graph.h"
#include "vksort_toolkit.h"

namespace nodes {

// Ranges begin at byte 0 of their buffers.
struct CullNode {
  // These need no contents. Words behind those of the elements that are kept keep theirs.
  graph::BufferHandle keys{};          // optional; as CullInfo::keys
  graph::BufferHandle indices{};       // as CullInfo::indices
  std::uint32_t count = 0;             // as CullInfo::count
  graph::BufferHandle count_buffer{};  // optional: holds the count, a u32
  VkDeviceSize count_offset = 0;       // in bytes
  // As CullInfo::kept, but for its buffer: `arguments`, which must be imported, or written by an earlier pass.
  graph::BufferHandle arguments{};
  vksort::CountTarget kept{};
  std::span<const graph::BufferHandle> reads{};  // the buffers of the graph that keep() reads
  // Without push descriptors one set of Toolkit::descriptorSetLayout(), and with a cull_set_layout one set of it, for
  // each frame of the executor. They must live as long as the executor.
  std::span<const VkDescriptorSet> sets{}, cull_sets{};
};

struct Culled {
  graph::BufferHandle keys, indices, arguments;
  graph::PassHandle pass;
};

// Adds a pass that culls. Scratch memory is the node's own. A SortNode with `arguments` as its count buffer sorts what
// is kept. `toolkit` must outlive the executor of the graph. Errors: graph::Error for stale handles: the graph is then
// unchanged. When recording: for a call that vksort refuses, and for a frame without a set.
Culled addCull(graph::Graph& graph, const vksort::Toolkit& toolkit, const CullNode& node, std::string name = "cull");

}  // namespace nodes
