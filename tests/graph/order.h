// When Vulkan orders two uses of one memory.
#pragma once
#include <string>
#include <vector>

#include "graph/plan.h"

namespace test {

// What a pass, or the outside, does to a resource.
struct MemoryUse {
  uint32_t resource = graph::kNone;
  graph::Access access;
  bool changes = false;  // the memory, or it is unknown what it does
  std::string who;
};

// A barrier, or without one a use.
struct Step {
  const graph::Barrier* barrier = nullptr;
  MemoryUse use;
  bool transition = false;  // the barrier moves an image into another layout, which writes its memory
};

// Why the step `later` may overtake the step `earlier`, or not see its writes; empty if neither. Both touch the same
// memory, as uses or as transitions. Only the barriers on the two resources count.
std::string disorder(const std::vector<Step>& steps, std::size_t earlier, std::size_t later);

}  // namespace test
