// The sort as a node of the render graph.
#pragma once
#include <span>

#include "graph/graph.h"
#include "vksort.h"

namespace nodes {

struct SortNode {
  graph::BufferHandle keys;    // from byte 0 on: keys, or interleaved {key, value}
  graph::BufferHandle values;  // Values::split and iota only: from byte 0 on
  std::uint32_t count = 0;     // elements, must fit the buffers; with device_count the most there may be, with
                               // lists those that they may lie in
  // Without push descriptors: one set of Sorter::descriptorSetLayout() for each frame of the executor, and alive as
  // long as it. With them: empty.
  std::span<const VkDescriptorSet> sets{};
  // Sorters with Count::device only: the buffer that holds the count, a u32. The node makes the state itself.
  graph::BufferHandle device_count{};
  VkDeviceSize device_count_offset = 0;  // in bytes
  // Sorters with Count::lists only: the buffer that holds the table, and the rest as in vksort::ListTable.
  graph::BufferHandle lists{};
  VkDeviceSize lists_offset = 0;  // in bytes
  std::uint32_t list_count = 0;
  std::uint32_t largest = 0;
  // Sorters with SorterInfo::coherent: true. The node makes the state itself; the elements are those of the last frame.
  bool coherent = false;
  // Sorters with a hook only. The keys need no contents then.
  bool hooked = false;
  std::span<const graph::BufferHandle> hook_reads{};  // by loadKey(), of what passes of the graph write
  // With a Hook::set_layout: one set of it for each frame of the executor, and alive as long as it. Else empty.
  std::span<const VkDescriptorSet> hook_sets{};
};

struct Sorted {
  graph::BufferHandle keys;
  graph::BufferHandle values;  // what the node was given when there is no buffer of values
};

// Adds a pass that sorts the buffers in place. `sorter` must outlive the executor of the graph.
// Errors: graph::Error for stale handles; when recording, for what Sorter::record() refuses.
Sorted addSort(graph::Graph& graph, const vksort::Sorter& sorter, const SortNode& node, std::string name = "sort");

}  // namespace nodes
