// From a declared graph to a plan, on the CPU alone.
#pragma once
#include <functional>

#include "graph/plan.h"

namespace graph {

struct MemoryNeeds {
  VkDeviceSize size = 0;       // bytes, above 0
  VkDeviceSize alignment = 1;  // a power of two
  uint32_t type_bits = ~0U;    // as VkMemoryRequirements::memoryTypeBits
};

// What a transient resource needs. memoryNeeds() in execute.h asks a device; a test answers by itself.
using MemoryQuery = std::function<MemoryNeeds(const Resource&)>;

// Pure: the same graph and answers give the same plan. Errors: a pass without execute(), a graphics pass without
// attachment, an exported version that a later pass replaced. Thread rule: reads the graph only.
Plan compile(const Graph& graph, const MemoryQuery& needs);

// Steps of compile(). Private to engine/graph.

// Gives every transient a place, so that two of them overlap in memory only when they never live at the same time.
void place(const Graph& graph, const MemoryQuery& needs, Plan& plan);

// What each pass, and the outside at the end, must wait for.
void barriers(const Graph& graph, Plan& plan);

}  // namespace graph
