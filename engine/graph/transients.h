// Private to engine/graph.
#pragma once
#include "gpu/owned.h"
#include "graph/compile.h"
#include "graph/context.h"

namespace graph {

// The transients of one frame in flight, with one allocation per block.
class Transients {
 public:
  // `first` is null for the first frame, which owns the shared blocks and must outlive the other frames.
  Transients(const gpu::Device& device, const Graph& graph, const Plan& plan, const Transients* first);
  // By resource. Null for imported and unused resources.
  const std::vector<PhysicalResource>& resources() const { return resources_; }

 private:
  void create(const gpu::Device& device, const Resource& resource, const Placement& placement,
              PhysicalResource& created);

  std::vector<PhysicalResource> resources_;
  std::vector<gpu::Owned<VkDeviceMemory>> blocks_;  // freed last
  std::vector<gpu::Owned<VkBuffer>> buffers_;
  std::vector<gpu::Owned<VkImage>> images_;
  std::vector<gpu::Owned<VkImageView>> views_;
};

}  // namespace graph
