// The transient buffers and images of one frame in flight. Private to engine/graph.
#pragma once
#include "gpu/owned.h"
#include "graph/compile.h"
#include "graph/context.h"

namespace graph {

// Creates the transient resources as placed by the plan, in one allocation per block.
class Transients {
 public:
  // `first` contains the transients of the first frame, or is null for that frame. It owns the blocks that all frames
  // share, and must outlive the other frames.
  Transients(const gpu::Device& device, const Graph& graph, const Plan& plan, const Transients* first);
  // Returns the objects by resource. They are null for imported and unused resources.
  const std::vector<PhysicalResource>& resources() const { return resources_; }

 private:
  void create(const gpu::Device& device, const Resource& resource, const Placement& placement,
              PhysicalResource& created);

  std::vector<PhysicalResource> resources_;
  std::vector<gpu::Owned<VkDeviceMemory>> blocks_;  // declared first, so it is freed last
  std::vector<gpu::Owned<VkBuffer>> buffers_;
  std::vector<gpu::Owned<VkImage>> images_;
  std::vector<gpu::Owned<VkImageView>> views_;
};

}  // namespace graph
