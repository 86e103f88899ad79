#pragma once
#include <functional>

#include "graph/plan.h"

namespace graph {

struct MemoryNeeds {
  VkDeviceSize size = 0;       // must be above 0
  VkDeviceSize alignment = 1;  // a power of two
  uint32_t type_bits = ~0U;
};

// See memoryNeeds() in executor.h.
using MemoryQuery = std::function<MemoryNeeds(const Resource&)>;

// The plan only depends on the graph and on the results of `needs`. Each pass needs record(), graphics passes need a
// color attachment, and exported versions must be the last ones.
Plan compile(const Graph& graph, const MemoryQuery& needs);

}  // namespace graph
