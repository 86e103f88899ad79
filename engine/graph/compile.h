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

// Pure: the same graph and answers give the same plan. `queues`: 1, or 2 to run passes of Queue::async beside others.
// Two queues give the same results. Errors: a pass without execute(), a graphics pass without attachment, an exported
// version that a later pass replaced, a pass of Queue::async with graphics, another number of queues. Thread rule:
// reads the graph only.
Plan compile(const Graph& graph, const MemoryQuery& needs, uint32_t queues = 1);

// Steps of compile(). Private to engine/graph.

// Cuts the order of the passes where one queue waits for the other.
void batches(const Graph& graph, uint32_t queues, Plan& plan);
// Finds the batches that others wait for. A signal that nobody waits for costs time.
void markSignals(Plan& plan);

// What a queue without graphics has.
inline constexpr VkPipelineStageFlags kAsyncStages =
    VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT | VK_PIPELINE_STAGE_TRANSFER_BIT | VK_PIPELINE_STAGE_DRAW_INDIRECT_BIT |
    VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT | VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT | VK_PIPELINE_STAGE_ALL_COMMANDS_BIT;

// Gives every transient a place, so that two of them overlap in memory only when they never live at the same time.
void place(const Graph& graph, const MemoryQuery& needs, Plan& plan);

// What each pass, and the outside at the end, must wait for.
void barriers(const Graph& graph, Plan& plan);

}  // namespace graph
