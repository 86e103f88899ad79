// The result of compile(): plain data that an executor records.
#pragma once
#include <vector>

#include "graph/graph.h"

namespace graph {

// A dependency on one resource, as the arguments of vkCmdPipelineBarrier. A buffer has no layouts.
struct Barrier {
  uint32_t resource = kNone;
  Access src;  // no stages if there is no earlier access
  Access dst;
  VkImageLayout old_layout = VK_IMAGE_LAYOUT_UNDEFINED;
  VkImageLayout new_layout = VK_IMAGE_LAYOUT_UNDEFINED;
  bool aliasing = false;  // additionally waits for earlier resources in the same memory
  friend bool operator==(const Barrier&, const Barrier&) = default;
};

struct PlannedPass {
  uint32_t pass = kNone;          // index in Graph::passes()
  std::vector<Barrier> barriers;  // before the pass
};

// The passes that use a resource, as indices in Plan::passes. Exported transients are in use in all passes.
struct Lifetime {
  uint32_t first = kNone;  // kNone if no pass uses the resource
  uint32_t last = kNone;
  bool used() const { return first != kNone; }
  bool overlaps(const Lifetime& other) const { return first <= other.last && other.first <= last; }
};

// The memory of a transient resource.
struct Placement {
  uint32_t block = kNone;  // index in Plan::blocks; kNone if imported or unused
  VkDeviceSize offset = 0;
  VkDeviceSize size = 0;
  bool overlaps(const Placement& other) const {
    return block == other.block && offset < other.offset + other.size && other.offset < offset + size;
  }
};

// A memory allocation that several resources share.
struct Block {
  VkDeviceSize size = 0;
  uint32_t type_bits = 0;
  // True if frames in flight share the block. Then only passes without graphics use it, and the first of them waits for
  // the previous frame.
  bool shared_by_frames = false;
  ResourceKind kind = ResourceKind::buffer;  // blocks contain either, so that bufferImageGranularity does not matter
};

struct Plan {
  std::vector<PlannedPass> passes;      // in the order in which they were added
  std::vector<Barrier> final_barriers;  // after the last pass, for the exports
  std::vector<Lifetime> lifetimes;      // by resource
  std::vector<Placement> placements;    // by resource
  std::vector<Block> blocks;
};

}  // namespace graph
