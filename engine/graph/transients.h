// The graph's own buffers and images, for one frame. Private to engine/graph.
#pragma once
#include "gpu/owned.h"
#include "graph/compile.h"
#include "graph/context.h"

namespace graph {

// Creates what Plan::placements says, in one allocation for each block. `first`: those of the first frame, which has
// the blocks of all frames, and must outlive them; null for that frame.
class Transients {
 public:
  Transients(const gpu::Device& device, const Graph& graph, const Plan& plan, const Transients* first);
  // By resource; empty for imported and unused ones.
  const std::vector<Binding>& bindings() const { return bindings_; }

 private:
  void create(const gpu::Device& device, const Resource& resource, const Placement& placement, Binding& binding);

  std::vector<Binding> bindings_;
  std::vector<gpu::Owned<VkDeviceMemory>> blocks_;  // before the resources: freed after them
  std::vector<gpu::Owned<VkBuffer>> buffers_;
  std::vector<gpu::Owned<VkImage>> images_;
  std::vector<gpu::Owned<VkImageView>> views_;
};

}  // namespace graph
