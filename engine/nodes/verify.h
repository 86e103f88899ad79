// The verifier as a node of the render graph.
#pragma once
#include <span>

#include "graph/graph.h"
#include "vksort_verifier.h"

namespace nodes {

struct VerifyNode {
  graph::BufferHandle keys;    // from byte 0 on: keys, or interleaved {key, value}
  graph::BufferHandle values;  // Values::split and iota only: from byte 0 on
  std::uint32_t count = 0;     // elements, must fit the buffers
  vksort::Ordering ordering{};
  // A VerifyResult for each frame of the executor, at 16 bytes times the frame's number; imported, or written by a pass
  // before.
  graph::BufferHandle results;
  // Without push descriptors: one set of Verifier::descriptorSetLayout() for each frame of the executor, and alive as
  // long as it. With them: empty.
  std::span<const VkDescriptorSet> sets{};
};

// Adds a pass that looks at the buffers as they are and writes the result of the frame; culled if nobody needs it.
// Returns the results. `verifier` must outlive the executor of the graph.
// Errors: graph::Error for stale handles, which leaves the graph as it was; when recording, for what Verifier::record()
// refuses, and a frame whose result is past the buffer or that has no set.
graph::BufferHandle addVerify(graph::Graph& graph, const vksort::Verifier& verifier, const VerifyNode& node,
                              std::string name = "verify");

}  // namespace nodes
