// The result of compile(): plain data that can be executed, and compared in tests.
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
  friend bool operator==(const Barrier&, const Barrier&) = default;
};

struct PlannedPass {
  uint32_t pass = kNone;          // index in Graph::passes()
  std::vector<Barrier> barriers;  // before the pass
};

// Positions in Plan::passes, both included. Exported transients live for the whole plan.
struct Lifetime {
  uint32_t first = kNone;  // kNone: no living pass uses the resource
  uint32_t last = kNone;
  bool used() const { return first != kNone; }
  bool overlaps(const Lifetime& other) const { return first <= other.last && other.first <= last; }
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
  // Frames in flight share it. Only passes without graphics use it, and the first of them waits for the last frame.
  bool of_all_frames = false;
  ResourceKind kind = ResourceKind::buffer;  // buffers and images never share: no granularity rule to keep
};

struct Plan {
  std::vector<PlannedPass> passes;      // in the order in which they were added
  std::vector<Barrier> final_barriers;  // after the last pass, for the exports
  std::vector<Lifetime> lifetimes;      // by resource
  std::vector<Placement> placements;    // by resource
  std::vector<Block> blocks;
};

}  // namespace graph
