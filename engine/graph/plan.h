// The result of compile() as plain data.
#pragma once
#include <vector>

#include "graph/graph.h"

namespace graph {

// The arguments of vkCmdPipelineBarrier for one resource. Buffers have no layouts.
struct Barrier {
  uint32_t resource = kNone;
  Access src;  // empty if there is no earlier access
  Access dst;
  VkImageLayout old_layout = VK_IMAGE_LAYOUT_UNDEFINED;
  VkImageLayout new_layout = VK_IMAGE_LAYOUT_UNDEFINED;
  bool aliasing = false;  // waits for earlier resources in the same memory
  friend bool operator==(const Barrier&, const Barrier&) = default;
};

struct PlannedPass {
  uint32_t pass = kNone;
  std::vector<Barrier> barriers;
};

// Indices in Plan::passes. Exported transients are in use in all passes.
struct Lifetime {
  uint32_t first = kNone;
  uint32_t last = kNone;
  bool used() const { return first != kNone; }
  bool overlaps(const Lifetime& other) const { return first <= other.last && other.first <= last; }
};

struct Placement {
  uint32_t block = kNone;  // in Plan::blocks; kNone for imports and unused resources
  VkDeviceSize offset = 0;
  VkDeviceSize size = 0;
  bool overlaps(const Placement& other) const {
    return block == other.block && offset < other.offset + other.size && other.offset < offset + size;
  }
};

struct Block {
  VkDeviceSize size = 0;
  uint32_t type_bits = 0;
  // Shared by frames in flight. Only passes without graphics use it, and the first of them waits for the
  // previous frame.
  bool shared_by_frames = false;
  ResourceKind kind = ResourceKind::buffer;  // buffers or images, so that bufferImageGranularity does not matter
};

struct Plan {
  std::vector<PlannedPass> passes;
  std::vector<Barrier> final_barriers;  // for exports
  std::vector<Lifetime> lifetimes;
  std::vector<Placement> placements;
  std::vector<Block> blocks;
};

}  // namespace graph
