// Private to engine/nodes.
#pragma once
#include <span>
#include <string>

#include "graph/graph.h"
#include "vksort.h"

namespace nodes {

static_assert(vksort::kBefore.stages == vksort::kAfter.stages && vksort::kBefore.access == vksort::kAfter.access);
inline constexpr graph::Access kReadWrite{vksort::kBefore.stages, vksort::kBefore.access};
inline constexpr graph::Access kRead{vksort::kBefore.stages, graph::readFlags(vksort::kBefore.access)};

inline bool hasContents(const graph::Graph& graph, graph::BufferHandle buffer) {
  if (buffer.index >= graph.resources().size()) return false;
  const graph::Resource& resource = graph.resources()[buffer.index];
  if (buffer.version == 0) return resource.has_initial_contents;
  return buffer.version > resource.writers.size() || !graph.consumerOf(buffer.index, buffer.version);
}

// Returns null if `sets` is empty. Otherwise there must be a set for the frame.
VkDescriptorSet descriptorSetOf(std::span<const VkDescriptorSet> sets, std::uint32_t frame, const std::string& pass,
                                const char* member);

void requireOk(const vksort::RecordStatus& status, const std::string& pass);

}  // namespace nodes
