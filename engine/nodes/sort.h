// The sort as a node of the render graph.
#pragma once
#include <span>

#include "graph/graph.h"
#include "vksort.h"

namespace nodes {

// What to sort. How is a matter of the Sorter alone: what it was not made for must be left empty.
// Keys with a hook, and values of iota, need no contents. Where Count::host and `count` elements are all of a buffer,
// the sort overwrites it: a pass before it that only fills it is culled. Else the elements past the count, or outside
// the lists, keep what a pass before the sort left there.
struct SortNode {
  graph::BufferHandle keys;    // from byte 0 on: keys, or interleaved {key, value}
  graph::BufferHandle values;  // Values::split and iota: from byte 0 on
  std::uint32_t count = 0;     // elements, must fit the buffers; with Count::device the most there may be, with
                               // Count::lists those that they may lie in. At most SorterInfo::max_count, in lists
                               // the largest
  // Without push descriptors: one set of Sorter::descriptorSetLayout() for each frame of the executor, and alive as
  // long as it.
  std::span<const VkDescriptorSet> sets{};
  // Count::device: the buffer that holds the count, a u32.
  graph::BufferHandle device_count{};
  VkDeviceSize device_count_offset = 0;  // in bytes
  // Count::lists: the buffer that holds the table, and the rest as in vksort::ListTable.
  graph::BufferHandle lists{};
  VkDeviceSize lists_offset = 0;  // in bytes
  std::uint32_t list_count = 0;
  std::uint32_t largest = 0;
  // With a hook: what loadKey() reads of what passes of the graph write.
  std::span<const graph::BufferHandle> hook_reads{};
  // With a Hook::set_layout: one set of it for each frame of the executor, and alive as long as it.
  std::span<const VkDescriptorSet> hook_sets{};
  // Whether to do without the Sorter::scratchBytes(count) that the node otherwise takes of the graph's transient
  // memory, for the time of the pass, once for each frame of the executor. Must be false with SorterInfo::always_lends,
  // unless scratchBytes(count) is 0.
  bool in_place = false;
};

struct Sorted {
  graph::BufferHandle keys;
  graph::BufferHandle values;  // empty where there is no buffer of values
  graph::PassHandle pass;
};

// Adds a pass that sorts the buffers; the state and the scratch memory that some Sorters use are the node's own.
// `sorter` must be created, and must outlive the executor of the graph. Errors: graph::Error for an empty Sorter, a
// member that the Sorter's configuration asks for and that is not there or the reverse, a count or lists that end past
// their buffer, stale handles, all of which leave the graph as it was; when recording, for what Sorter::record()
// refuses.
Sorted addSort(graph::Graph& graph, const vksort::Sorter& sorter, const SortNode& node, std::string name = "sort");

}  // namespace nodes
