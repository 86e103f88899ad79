// Adds sorts to a render graph.
#pragma once
#include <span>

#include "gpu/device.h"
#include "graph/graph.h"
#include "vksort.h"

namespace nodes {

// A sort by a Sorter. The configuration of the Sorter decides which members are needed; leave the others empty. Ranges
// begin at byte 0 of their buffers. The buffer of Payload::index needs no contents. Elements outside the
// sorted range keep their contents.
struct SortNode {
  graph::BufferHandle keys{};     // keys, or interleaved elements
  graph::BufferHandle payload{};  // Payload::index and u32
  std::uint32_t count = 0;        // SortInfo::count
  vksort::KeyType key_type = vksort::KeyType::u32;
  vksort::Order order = vksort::Order::ascending;
  vksort::KeyBits significant_bits{};
  // One set of Sorter::descriptorSetLayout() for each frame of the executor, which they must outlive. Empty if push
  // descriptors are enabled.
  std::span<const VkDescriptorSet> descriptor_sets{};

  // Modes. Each is optional, and they exclude each other.
  graph::BufferHandle count_buffer{};  // indirect count: the buffer that contains it as a u32
  VkDeviceSize count_offset = 0;       // in bytes
  graph::BufferHandle segments{};      // segmented sort: the segment table; the other members as in SegmentInfo
  std::uint32_t segment_count = 0;
  std::uint32_t max_segment = 0;
};

struct SortOutput {
  graph::BufferHandle keys;
  graph::BufferHandle payload;  // empty if SortNode::payload is empty
  graph::PassHandle pass;
};

// Adds a pass that sorts the buffers. The graph provides the state and scratch memory of the pass, which all frames of
// the executor share. `sorter` must outlive the executor of the graph.
// Errors: graph::Error for an empty Sorter, for two modes, and for handles that the graph rejects. The graph does not
// change then. While recording: graph::Error if vksort rejects the call, or if a frame has no descriptor set.
SortOutput addSort(graph::Graph& graph, const vksort::Sorter& sorter, const SortNode& node, std::string name = "sort");

// Returns the handles of `device`, and the enabled features that vksort can use. Threads: any.
vksort::Device deviceOf(const gpu::Device& device);

}  // namespace nodes
