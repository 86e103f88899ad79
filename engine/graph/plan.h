// What compile() makes of a graph: plain data, to be executed, compared in tests, or drawn.
#pragma once
#include <vector>

#include "graph/graph.h"

namespace graph {

// One dependency on one resource, as vkCmdPipelineBarrier takes it. Layouts are undefined on both sides for a buffer.
struct Barrier {
  uint32_t resource = kNone;
  Access src;  // no stages: nothing to wait for
  Access dst;
  VkImageLayout old_layout = VK_IMAGE_LAYOUT_UNDEFINED;
  VkImageLayout new_layout = VK_IMAGE_LAYOUT_UNDEFINED;
  bool aliasing = false;  // also ends the use of the same memory by earlier resources
  // They differ: a transfer of ownership, which `from` releases behind its last use, and `to` acquires before its
  // first. Both barriers have the same layouts.
  Queue from = Queue::main;
  Queue to = Queue::main;
  friend bool operator==(const Barrier&, const Barrier&) = default;
};

struct PlannedPass {
  uint32_t pass = kNone;          // index in Graph::passes()
  std::vector<Barrier> barriers;  // before the pass
};

// Passes of one queue that are submitted together. Each is over before a batch that waits for it begins.
struct Batch {
  Queue queue = Queue::main;
  std::vector<uint32_t> passes;  // positions in Plan::passes, ascending
  uint32_t waits = 0;  // for the first so many batches of the other queue; 0: for none, or no more than before
  std::vector<Barrier> releases = {};  // after the last pass
  bool signals = false;                // a batch of the other queue waits for it, and for no later one
  bool acquires = false;               // waits for Outside::acquired. One batch does, of the main queue
};

// Positions in Plan::passes, both included. Exported transients, and those of both queues, live for the whole plan.
struct Lifetime {
  uint32_t first = kNone;  // kNone: no living pass uses the resource
  uint32_t last = kNone;
  Queue queue = Queue::main;  // of the first use
  bool used() const { return first != kNone; }
  bool overlaps(const Lifetime& other) const {
    return queue != other.queue || (first <= other.last && other.first <= last);
  }
};

// Where a transient resource lies.
struct Placement {
  uint32_t block = kNone;  // index in Plan::blocks; kNone: imported or unused
  VkDeviceSize offset = 0;
  VkDeviceSize size = 0;
  bool overlaps(const Placement& other) const {
    return block == other.block && offset < other.offset + other.size && other.offset < offset + size;
  }
};

// One allocation, shared by the resources placed in it.
struct Block {
  VkDeviceSize size = 0;
  uint32_t type_bits = 0;
  // Frames in flight share it: passes without graphics use it, on one queue, and the first one waits for those of the
  // frame before.
  bool of_all_frames = false;
  ResourceKind kind = ResourceKind::buffer;  // buffers and images never share: no granularity rule to keep
};

struct Plan {
  std::vector<PlannedPass> passes;      // in the order in which they were added
  std::vector<Barrier> returns;         // after the last pass: what the outside's queue acquires
  std::vector<Barrier> final_barriers;  // behind those, for the exports
  // In an order in which they may be submitted. The first and the last one are of the main queue; with two queues the
  // first one has no passes, and the others wait for it, as for all work before the graph.
  std::vector<Batch> batches;
  std::vector<Lifetime> lifetimes;    // by resource
  std::vector<Placement> placements;  // by resource
  std::vector<Block> blocks;
};

// Graphviz text: passes as boxes (culled ones dashed), versions of resources as ellipses, arrows from writer to reader.
std::string toDot(const Graph& graph, const Plan& plan);

}  // namespace graph
