#include "nodes/sort.h"

#include <utility>

#include "graph/context.h"
#include "nodes/fit.h"

namespace nodes {
namespace {

// One access for what the sort waits for and for what waits for the sort.
constexpr graph::Access both(vksort::Access before, vksort::Access after) {
  return {before.stages | after.stages, before.access | after.access};
}

constexpr graph::Access kSort = both(vksort::kBefore, vksort::kAfter);
constexpr graph::Access kCount = both(vksort::kBeforeCount, vksort::kAfterCount);
constexpr graph::Access kState = both(vksort::kBeforeState, vksort::kAfterState);
constexpr graph::Access kHook = both(vksort::kBeforeHook, vksort::kAfterHook);

// What the sort makes up itself, words, needs no contents. But elements past the host's count stay as they are, and so
// do those that a count of the device or lists leave out, so that what is there already is needed.
graph::BufferHandle makeUp(const graph::Graph& graph, graph::PassBuilder& pass, graph::BufferHandle buffer,
                           vksort::Count count, std::uint32_t words) {
  const bool known = buffer.index < graph.resources().size();
  const bool filled = buffer.version > 0 || (known && graph.resources()[buffer.index].defined_at_start);
  const VkDeviceSize bytes = VkDeviceSize{words} * sizeof(std::uint32_t);
  const bool stays = count != vksort::Count::host || (known && bytes < graph.resources()[buffer.index].buffer.size);
  return stays && filled ? pass.readWrite(buffer, kSort) : pass.write(buffer, kSort);
}

// A state of the sort's own; it has no contents that anybody else would want.
graph::BufferHandle addState(graph::Graph& graph, graph::PassBuilder& pass, VkDeviceSize bytes) {
  constexpr VkBufferUsageFlags kUsage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT;
  return pass.write(graph.createBuffer("sort state", {bytes, kUsage}), kState);
}

// Memory of the sort's own; it has no contents that anybody else would want.
graph::BufferHandle addScratch(graph::Graph& graph, graph::PassBuilder& pass, VkDeviceSize bytes) {
  return pass.write(graph.createBuffer("sort scratch", {bytes, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT}), kSort);
}

struct Declared {
  Sorted sorted;
  graph::BufferHandle state, scratch;  // empty where the sort has none
};

// Declares what the sort touches.
Declared declare(graph::Graph& graph, graph::PassBuilder& pass, const vksort::Sorter& sorter, const SortNode& node) {
  const vksort::SorterConfiguration made = sorter.configuration();
  const bool iota = made.values == vksort::Values::iota;
  const bool counted = made.count == vksort::Count::device;
  const bool listed = made.count == vksort::Count::lists;
  const auto sort = [&](graph::BufferHandle buffer, bool made_up) {
    return made_up ? makeUp(graph, pass, buffer, made.count, node.count) : pass.readWrite(buffer, kSort);
  };
  Declared declared;
  declared.sorted = {sort(node.keys, made.hooked), {}, pass.handle()};
  if (iota || made.values == vksort::Values::split) declared.sorted.values = sort(node.values, iota);
  for (const graph::BufferHandle read : node.hook_reads) pass.read(read, kHook);
  if (counted) pass.read(node.device_count, kCount);
  if (listed) pass.read(node.lists, kCount);
  const VkDeviceSize state_bytes = listed ? vksort::listStateBytes(node.list_count) : vksort::kStateBytes;
  if (counted || listed || made.coherent) declared.state = addState(graph, pass, state_bytes);
  const VkDeviceSize scratch_bytes = node.in_place ? 0 : sorter.scratchBytes(node.count);
  if (scratch_bytes != 0) declared.scratch = addScratch(graph, pass, scratch_bytes);
  return declared;
}

// What a recording needs besides the buffers.
struct Recording {
  const vksort::Sorter* sorter;
  std::string name;  // of the pass
  vksort::SortInfo info;
  std::span<const VkDescriptorSet> sets;
  std::span<const VkDescriptorSet> hook_sets;

  VkDescriptorSet setOf(std::span<const VkDescriptorSet> of, const char* member, std::uint32_t frame) const {
    if (of.empty()) return VK_NULL_HANDLE;
    if (frame < of.size()) return of[frame];
    throw graph::Error("pass '" + name + "' records frame " + std::to_string(frame) + ", but SortNode::" + member +
                       " has " + std::to_string(of.size()) + "; it must hold a set for each frame");
  }

  void record(const graph::PassContext& context, vksort::SortInfo now) const {
    now.descriptor_set = setOf(sets, "sets", context.frame());
    now.hook_set = setOf(hook_sets, "hook_sets", context.frame());
    const vksort::SortStatus status = sorter->record(context.cmd(), now);
    if (status != vksort::SortStatus::ok) throw graph::Error("pass '" + name + "': " + vksort::describe(status));
  }
};

}  // namespace

Sorted addSort(graph::Graph& graph, const vksort::Sorter& sorter, const SortNode& node, std::string name) {
  requireFit(graph, sorter, node, name);
  Declared declared;
  graph::PassBuilder pass = graph.addPass(name, graph::PassKind::compute, [&](graph::PassBuilder& added) {
    declared = declare(graph, added, sorter, node);
  });

  // Handles of what the Sorter was not made for are empty.
  const auto rangeOf = [&](graph::BufferHandle handle) {
    if (handle == graph::BufferHandle{}) return vksort::Range{};
    return vksort::Range{VK_NULL_HANDLE, 0, graph.resources()[handle.index].buffer.size};
  };
  Recording recording{&sorter, std::move(name), {}, node.sets, node.hook_sets};
  vksort::SortInfo& info = recording.info;
  info.keys = rangeOf(node.keys);
  info.values = rangeOf(node.values);
  info.count = node.count;
  const vksort::Count count = sorter.configuration().count;
  if (count == vksort::Count::device) info.device_count.offset = node.device_count_offset;
  if (count == vksort::Count::lists) info.lists = {VK_NULL_HANDLE, node.lists_offset, node.list_count, node.largest};
  info.state = rangeOf(declared.state);
  info.scratch = rangeOf(declared.scratch);
  pass.execute([recording = std::move(recording), declared, device_count = node.device_count,
                lists = node.lists](const graph::PassContext& context) {
    const auto bufferOf = [&](graph::BufferHandle handle) {
      return handle != graph::BufferHandle{} ? context.buffer(handle) : VK_NULL_HANDLE;
    };
    vksort::SortInfo now = recording.info;
    now.keys.buffer = bufferOf(declared.sorted.keys);
    now.values.buffer = bufferOf(declared.sorted.values);
    now.device_count.buffer = bufferOf(device_count);
    now.lists.buffer = bufferOf(lists);
    now.state.buffer = bufferOf(declared.state);
    now.scratch.buffer = bufferOf(declared.scratch);
    recording.record(context, now);
  });
  return declared.sorted;
}

}  // namespace nodes
