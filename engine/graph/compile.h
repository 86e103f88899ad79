// Compiles a declared graph to a plan, on the CPU.
#pragma once
#include <functional>

#include "graph/plan.h"

namespace graph {

struct MemoryNeeds {
  VkDeviceSize size = 0;       // in bytes; must be above 0
  VkDeviceSize alignment = 1;  // must be a power of two
  uint32_t type_bits = ~0U;    // VkMemoryRequirements::memoryTypeBits
};

// Returns the memory that a transient resource needs. memoryNeeds() in executor.h queries a device.
using MemoryQuery = std::function<MemoryNeeds(const Resource&)>;

// Returns the plan of the graph. The plan only depends on the graph and on the results of `needs`.
// Errors: a pass without record(), a graphics pass without a color attachment, an exported version that is not the last
// one.
Plan compile(const Graph& graph, const MemoryQuery& needs);

}  // namespace graph
