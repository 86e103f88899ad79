// The verifier as a node of the render graph.
#pragma once
#include <span>

#include "graph/graph.h"
#include "vksort_verifier.h"

namespace nodes {

struct VerifyNode {
  graph::BufferHandle keys;       // from byte 0 on: keys, or interleaved elements
  graph::BufferHandle payload{};  // Payload::index and u32 only: from byte 0 on
  std::uint32_t count = 0;        // elements, must fit the buffers
  vksort::Ordering ordering{};
  // A VerifyResult for each frame of the executor, at 16 bytes times the frame's number. Must be imported, or written
  // by an earlier pass.
  graph::BufferHandle results;
  // Without push descriptors: one set of Verifier::descriptorSetLayout() for each frame of the executor, alive as long
  // as the executor. With them: empty.
  std::span<const VkDescriptorSet> sets{};
};

// Adds a pass that reads the buffers and writes the result of the frame. It is culled if nobody needs the results.
// Returns the results. `verifier` must outlive the executor of the graph.
// Errors: graph::Error for stale handles: the graph is then unchanged. When recording: for a call that
// Verifier::record() refuses, and for a frame whose result is past the buffer or that has no set.
graph::BufferHandle addVerify(graph::Graph& graph, const vksort::Verifier& verifier, const VerifyNode& node,
                              const std::string& name = "verify");

}  // namespace nodes
