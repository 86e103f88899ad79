#pragma once
#include <span>

#include "gpu/device.h"
#include "graph/graph.h"
#include "vksort.h"

namespace nodes {

// The Sorter decides which members are needed; leave the others empty. Ranges start at byte 0 of their buffers. The
// buffer of Payload::index needs no contents. Elements outside the sorted range keep their contents.
//   With SorterInfo::discard_keys, the sort consumes the buffer of keys: the graph rejects passes that read it later,
//   and exports, until a pass writes it again. It tracks whole buffers, so this includes keys that were not sorted. It
//   does not apply to interleaved elements.
struct SortNode {
  graph::BufferHandle keys{};     // keys, or interleaved elements
  graph::BufferHandle payload{};  // Payload::index and u32
  std::uint32_t count = 0;
  vksort::KeyType key_type = vksort::KeyType::u32;
  vksort::Order order = vksort::Order::ascending;
  vksort::KeyBits significant_bits{};
  // A Sorter::descriptorSetLayout() set per frame of the executor. Empty if push descriptors are enabled.
  std::span<const VkDescriptorSet> descriptor_sets{};

  // At most one mode.
  graph::BufferHandle count_buffer{};  // contains the count as a u32
  VkDeviceSize count_offset = 0;
  graph::BufferHandle segments{};  // segment table; see SegmentInfo
  std::uint32_t segment_count = 0;
  std::uint32_t max_segment = 0;
};

struct SortOutput {
  graph::BufferHandle keys;  // undefined contents with SorterInfo::discard_keys
  graph::BufferHandle payload;
  graph::PassHandle pass;
};

// Adds a pass that sorts. The graph provides its state and scratch memory, which all frames share. `sorter` must
// outlive the executor. Throws graph::Error for invalid arguments, and leaves the graph unchanged. Recording throws
// graph::Error if vksort rejects the call, or if a frame has no descriptor set.
SortOutput addSort(graph::Graph& graph, const vksort::Sorter& sorter, const SortNode& node, std::string name = "sort");

// Enables the features that vksort can use. Can be called from any thread.
vksort::Device deviceOf(const gpu::Device& device);

}  // namespace nodes
