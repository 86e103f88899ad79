// Whether a node has what its Sorter needs, and what vksort does to buffers. Private to engine/nodes.
#pragma once
#include "graph/access.h"
#include "nodes/sort.h"
#include "vksort_expert.h"

namespace nodes {

enum class NodeMode : std::uint8_t { whole, indirect, segments };

NodeMode modeOf(const SortNode& node);
// The node has no keys, and its Sorter can do without: they live in scratch memory.
bool isIndexOnly(const vksort::SorterConfiguration& made, const SortNode& node);

// Errors: graph::Error that names the pass, the member of SortNode, and the reason.
void requireFit(const graph::Graph& graph, const vksort::Sorter& sorter, const SortNode& node, const std::string& pass);

static_assert(vksort::kBefore.stages == vksort::kAfter.stages && vksort::kBefore.access == vksort::kAfter.access);

// The frame's set, or null if a member of a node has none. Errors: graph::Error that names the pass and the member.
VkDescriptorSet setOf(std::span<const VkDescriptorSet> sets, std::uint32_t frame, const std::string& pass,
                      const char* member);

// Errors: graph::Error that names the pass, unless a recording was accepted.
void requireOk(const vksort::RecordStatus& status, const std::string& pass);

// The buffer has contents.
inline bool isFilled(const graph::Graph& graph, graph::BufferHandle buffer) {
  const bool known = buffer.index < graph.resources().size();
  return buffer.version > 0 || (known && graph.resources()[buffer.index].defined_at_start);
}

inline constexpr graph::Access kReadWrite{vksort::kBefore.stages, vksort::kBefore.access};
inline constexpr graph::Access kRead{vksort::kBefore.stages, graph::readBits(vksort::kBefore.access)};

}  // namespace nodes
