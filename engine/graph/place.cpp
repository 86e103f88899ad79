#include <algorithm>

#include "graph/compile_steps.h"

namespace graph {
namespace {

struct Item {
  uint32_t resource;
  MemoryNeeds needs;
};

VkDeviceSize alignUp(VkDeviceSize offset, VkDeviceSize alignment) {
  return (offset + alignment - 1) / alignment * alignment;
}

uint32_t blockFor(Plan& plan, const Block& wanted) {
  for (uint32_t i = 0; i < plan.blocks.size(); ++i) {
    const Block& block = plan.blocks[i];
    const bool fits = block.kind == wanted.kind && block.type_bits == wanted.type_bits;
    if (fits && block.shared_by_frames == wanted.shared_by_frames) return i;
  }
  plan.blocks.push_back(wanted);
  return static_cast<uint32_t>(plan.blocks.size() - 1);
}

// Frames in flight can share memory that only passes without graphics use, because these passes wait for each other
// anyway.
std::vector<bool> sharedByFrames(const Graph& graph, const Plan& plan) {
  constexpr VkPipelineStageFlags kShared = VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT | VK_PIPELINE_STAGE_TRANSFER_BIT |
                                           VK_PIPELINE_STAGE_DRAW_INDIRECT_BIT | VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT |
                                           VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT | VK_PIPELINE_STAGE_ALL_COMMANDS_BIT;
  std::vector<bool> shared;
  for (const Resource& resource : graph.resources()) shared.push_back(!resource.imported && !resource.exported);
  for (const PlannedPass& planned : plan.passes)
    for (const Use& use : graph.passes()[planned.pass].uses)
      if ((use.access.stages & ~kShared) != 0) shared[use.resource] = false;
  return shared;
}

// The lowest offset without overlap with a transient that is in use at the same time.
VkDeviceSize lowestFit(const Plan& plan, const Item& item, uint32_t block) {
  std::vector<Placement> taken;
  for (uint32_t i = 0; i < plan.placements.size(); ++i)
    if (plan.placements[i].block == block && plan.lifetimes[i].overlaps(plan.lifetimes[item.resource]))
      taken.push_back(plan.placements[i]);
  std::ranges::sort(taken, {}, &Placement::offset);
  VkDeviceSize offset = 0;
  for (const Placement& other : taken)
    if (Placement{block, offset, item.needs.size}.overlaps(other))
      offset = alignUp(other.offset + other.size, item.needs.alignment);
  return offset;
}

}  // namespace

void placeTransients(const Graph& graph, const MemoryQuery& needs, Plan& plan) {
  plan.placements.assign(graph.resources().size(), {});
  std::vector<Item> items;
  for (uint32_t i = 0; i < graph.resources().size(); ++i)
    if (!graph.resources()[i].imported && plan.lifetimes[i].used()) items.push_back({i, needs(graph.resources()[i])});
  // Places the largest first, so that small ones fill the gaps. Stable, so that the plan only depends on the graph.
  std::ranges::stable_sort(items, std::ranges::greater{}, [](const Item& item) { return item.needs.size; });
  const std::vector<bool> shared = sharedByFrames(graph, plan);
  for (const Item& item : items) {
    const ResourceKind kind = graph.resources()[item.resource].kind;
    const uint32_t block = blockFor(plan, {0, item.needs.type_bits, shared[item.resource], kind});
    const VkDeviceSize offset = lowestFit(plan, item, block);
    plan.placements[item.resource] = {block, offset, item.needs.size};
    plan.blocks[block].size = std::max(plan.blocks[block].size, offset + item.needs.size);
  }
}

}  // namespace graph
