// Shared by the nodes: how vksort accesses buffers, and recording for one frame. Private to engine/nodes.
#pragma once
#include <span>
#include <string>

#include "graph/graph.h"
#include "vksort.h"

namespace nodes {

static_assert(vksort::kBefore.stages == vksort::kAfter.stages && vksort::kBefore.access == vksort::kAfter.access);
inline constexpr graph::Access kReadWrite{vksort::kBefore.stages, vksort::kBefore.access};
inline constexpr graph::Access kRead{vksort::kBefore.stages, graph::readFlags(vksort::kBefore.access)};

// Returns true if the buffer has contents.
inline bool hasContents(const graph::Graph& graph, graph::BufferHandle buffer) {
  const bool known = buffer.index < graph.resources().size();
  return buffer.version > 0 || (known && graph.resources()[buffer.index].has_initial_contents);
}

// Returns the set of the frame, or null if `sets` is empty. Errors: graph::Error that names the pass and the member.
VkDescriptorSet descriptorSetOf(std::span<const VkDescriptorSet> sets, std::uint32_t frame, const std::string& pass,
                                const char* member);

// Throws graph::Error with the name of the pass if vksort rejected the call.
void requireOk(const vksort::RecordStatus& status, const std::string& pass);

}  // namespace nodes
