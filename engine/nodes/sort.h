// The sort as a node of the render graph.
#pragma once
#include <span>

#include "gpu/device.h"
#include "graph/graph.h"
#include "vksort.h"

namespace nodes {

// A recording of a Sorter. The Sorter decides which members are needed; the others must be left empty.
// Ranges begin at byte 0 of their buffers.
// Buffers that the sort fills need no contents: keys of a generator, and indices of Payload::index. If it fills all of
// a buffer, a pass that only fills the buffer before is culled. Elements that are not sorted keep their contents.
struct SortNode {
  graph::BufferHandle keys{};     // keys, or interleaved elements. Empty: index only, with a key generator
  graph::BufferHandle payload{};  // Payload::index and u32
  std::uint32_t count = 0;        // as SortInfo::count
  vksort::KeyType key_type = vksort::KeyType::u32;
  vksort::Order order = vksort::Order::ascending;
  vksort::NanRule nan_rule = vksort::NanRule::total_order;
  vksort::KeyBits significant_bits{};
  // Without push descriptors: one set of Sorter::descriptorSetLayout() for each frame of the executor. They must live
  // as long as the executor.
  std::span<const VkDescriptorSet> sets{};

  // Modes. Each is optional, and they exclude each other.
  graph::BufferHandle count_buffer{};  // indirect count: the buffer that holds the count, a u32
  VkDeviceSize count_offset = 0;       // in bytes
  graph::BufferHandle segments{};      // segmented sort: the buffer that holds the table; the rest as SegmentInfo
  VkDeviceSize segments_offset = 0;    // in bytes
  std::uint32_t segment_count = 0;
  std::uint32_t max_segment = 0;

  // With a key generator: the buffers of the graph that loadKey() reads.
  std::span<const graph::BufferHandle> generator_reads{};
  // With a KeyGenerator::set_layout: one set of it for each frame of the executor, alive as long as the executor.
  std::span<const VkDescriptorSet> generator_sets{};
  // Sorts without scratch memory. Otherwise the node takes it from the graph's transient memory for the time of the
  // pass. Frames of the executor share it.
  bool in_place = false;
};

struct Sorted {
  graph::BufferHandle keys;     // empty if index only
  graph::BufferHandle payload;  // empty without a buffer of payloads
  graph::PassHandle pass;
};

// Adds a pass that sorts the buffers. State and scratch memory are the node's own. `sorter` must outlive the executor
// of the graph.
// Errors: graph::Error for an empty Sorter, a member that is missing or unexpected, a count or a table that ends past
// its buffer, and stale handles: the graph is then unchanged. When recording: for a call that vksort refuses.
Sorted addSort(graph::Graph& graph, const vksort::Sorter& sorter, const SortNode& node, std::string name = "sort");

// The handles of `device`, and those of its enabled features that vksort would use. Threads: any.
vksort::Device deviceOf(const gpu::Device& device);

}  // namespace nodes
