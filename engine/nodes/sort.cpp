#include "nodes/sort.h"

#include <utility>

#include "graph/context.h"

namespace nodes {
namespace {

// One access for what the sort waits for and for what waits for the sort.
constexpr graph::Access kSort{vksort::kBefore.stages | vksort::kAfter.stages,
                              vksort::kBefore.access | vksort::kAfter.access};

constexpr graph::Access kCount{vksort::kBeforeCount.stages | vksort::kAfterCount.stages,
                               vksort::kBeforeCount.access | vksort::kAfterCount.access};
constexpr graph::Access kState{vksort::kBeforeState.stages | vksort::kAfterState.stages,
                               vksort::kBeforeState.access | vksort::kAfterState.access};
constexpr graph::Access kHook{vksort::kBeforeHook.stages | vksort::kAfterHook.stages,
                              vksort::kBeforeHook.access | vksort::kAfterHook.access};

VkDescriptorSet setOf(std::span<const VkDescriptorSet> sets, std::uint32_t frame) {
  if (sets.empty()) return VK_NULL_HANDLE;
  if (frame >= sets.size()) throw graph::Error("sort: SortNode::sets and hook_sets must hold a set for each frame");
  return sets[frame];
}

// A state of the sort's own; it has no contents that anybody else would want.
graph::BufferHandle addState(graph::Graph& graph, graph::PassBuilder& pass, VkDeviceSize bytes) {
  constexpr VkBufferUsageFlags kUsage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT;
  return pass.write(graph.createBuffer("sort state", {bytes, kUsage}), kState);
}

}  // namespace

Sorted addSort(graph::Graph& graph, const vksort::Sorter& sorter, const SortNode& node, std::string name) {
  graph::PassBuilder pass = graph.addPass(std::move(name), graph::PassKind::compute);
  Sorted sorted{node.hooked ? pass.write(node.keys, kSort) : pass.readWrite(node.keys, kSort), node.values};
  for (const graph::BufferHandle read : node.hook_reads) pass.read(read, kHook);
  const bool split = node.values != graph::BufferHandle{};
  if (split) sorted.values = pass.readWrite(node.values, kSort);
  const graph::BufferHandle device_count = node.device_count;
  const graph::BufferHandle lists = node.lists;
  const bool counted = device_count != graph::BufferHandle{}, listed = lists != graph::BufferHandle{};
  const bool stateful = counted || listed || node.coherent;
  graph::BufferHandle state;
  if (counted) pass.read(device_count, kCount);
  if (listed) pass.read(lists, kCount);
  if (stateful) state = addState(graph, pass, listed ? vksort::listStateBytes(node.list_count) : vksort::kStateBytes);

  const auto rangeOf = [&](graph::BufferHandle handle) {
    return vksort::Range{VK_NULL_HANDLE, 0, graph.resources()[handle.index].buffer.size};
  };
  vksort::SortInfo info;
  info.keys = rangeOf(node.keys);
  if (split) info.values = rangeOf(node.values);
  info.count = node.count;
  info.device_count.offset = node.device_count_offset;
  info.lists = {VK_NULL_HANDLE, node.lists_offset, node.list_count, node.largest};
  if (stateful) info.state = rangeOf(state);
  pass.execute([&sorter, sorted, split, counted, listed, stateful, device_count, lists, state, info, sets = node.sets,
                hook_sets = node.hook_sets](const graph::PassContext& context) {
    vksort::SortInfo now = info;
    now.keys.buffer = context.buffer(sorted.keys);
    if (split) now.values.buffer = context.buffer(sorted.values);
    if (counted) now.device_count.buffer = context.buffer(device_count);
    if (listed) now.lists.buffer = context.buffer(lists);
    if (stateful) now.state.buffer = context.buffer(state);
    now.descriptor_set = setOf(sets, context.frame());
    now.hook_set = setOf(hook_sets, context.frame());
    const vksort::Status status = sorter.record(context.cmd(), now);
    if (status != vksort::Status::ok) throw graph::Error(std::string("sort: ") + vksort::describe(status));
  });
  return sorted;
}

}  // namespace nodes
