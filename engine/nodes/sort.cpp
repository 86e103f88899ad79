#include "nodes/sort.h"

#include <utility>

#include "graph/context.h"
#include "nodes/fit.h"
#include "vksort_indirect.h"
#include "vksort_keys.h"
#include "vksort_segments.h"

namespace nodes {
namespace {

// A buffer that the sort fills, `count` words, needs no contents. Elements that are not sorted keep theirs: those past
// the count, and those that an indirect count or segments leave out.
graph::BufferHandle fill(const graph::Graph& graph, graph::PassBuilder& pass, graph::BufferHandle buffer,
                         const SortNode& node) {
  const bool known = buffer.index < graph.resources().size();
  const VkDeviceSize bytes = VkDeviceSize{node.count} * sizeof(std::uint32_t);
  const bool some_stay =
      modeOf(node) != NodeMode::whole || (known && bytes < graph.resources()[buffer.index].buffer.size);
  return some_stay && isFilled(graph, buffer) ? pass.readWrite(buffer, kReadWrite) : pass.write(buffer, kReadWrite);
}

// A buffer of the node's own, without contents before and after.
graph::BufferHandle addOwn(graph::Graph& graph, graph::PassBuilder& pass, const char* name, VkDeviceSize bytes,
                           VkBufferUsageFlags usage = 0) {
  if (bytes == 0) return {};
  return pass.write(graph.createBuffer(name, {bytes, usage | VK_BUFFER_USAGE_STORAGE_BUFFER_BIT}), kReadWrite);
}

VkDeviceSize stateBytes(const SortNode& node) {
  if (modeOf(node) == NodeMode::segments) return vksort::segmentStateBytes(node.segment_count);
  return modeOf(node) == NodeMode::indirect ? vksort::kStateBytes : 0;
}

VkDeviceSize scratchBytes(const vksort::Sorter& sorter, const SortNode& node) {
  if (isIndexOnly(getConfiguration(sorter), node)) return vksort::indexOnlyScratchBytes(sorter, node.count);
  return node.in_place || modeOf(node) == NodeMode::segments ? 0 : sorter.scratchBytes(node.count);
}

// What the pass touches; empty: nothing.
struct Buffers {
  graph::BufferHandle keys, payload, count, segments, state, scratch;
};

// Declares what the sort touches.
Buffers declare(graph::Graph& graph, graph::PassBuilder& pass, const vksort::Sorter& sorter, const SortNode& node) {
  const vksort::SorterConfiguration made = getConfiguration(sorter);
  const auto sort = [&](graph::BufferHandle buffer, bool is_filled) {
    return is_filled ? fill(graph, pass, buffer, node) : pass.readWrite(buffer, kReadWrite);
  };
  Buffers buffers;
  if (node.keys != graph::BufferHandle{}) buffers.keys = sort(node.keys, made.generates_keys);
  const bool indices = made.payload == vksort::Payload::index;
  if (indices || made.payload == vksort::Payload::u32) buffers.payload = sort(node.payload, indices);
  for (const graph::BufferHandle read : node.generator_reads) pass.read(read, kRead);
  buffers.count = node.count_buffer;
  buffers.segments = node.segments;
  for (const graph::BufferHandle read : {buffers.count, buffers.segments}) {
    if (read != graph::BufferHandle{}) pass.read(read, kRead);
  }
  buffers.state = addOwn(graph, pass, "sort state", stateBytes(node), VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT);
  buffers.scratch = addOwn(graph, pass, "sort scratch", scratchBytes(sorter, node));
  return buffers;
}

// The arguments of the record functions.
struct Call {
  vksort::SortInfo sort;
  vksort::CountSource count;
  vksort::SegmentInfo segments;
  vksort::Range state;
};

Call callOf(const graph::Graph& graph, const SortNode& node, const Buffers& buffers) {
  const auto rangeOf = [&](graph::BufferHandle handle) {
    if (handle == graph::BufferHandle{}) return vksort::Range{};
    return vksort::Range{VK_NULL_HANDLE, 0, graph.resources()[handle.index].buffer.size};
  };
  Call call{};
  call.sort.keys = rangeOf(buffers.keys);
  call.sort.payload = rangeOf(buffers.payload);
  call.sort.count = node.count;
  call.sort.key_type = node.key_type;
  call.sort.order = node.order;
  call.sort.nan_rule = node.nan_rule;
  call.sort.significant_bits = node.significant_bits;
  call.sort.scratch = rangeOf(buffers.scratch);
  call.count.offset = node.count_offset;
  call.segments = {VK_NULL_HANDLE, node.segments_offset, node.segment_count, node.max_segment, rangeOf(buffers.state)};
  call.state = rangeOf(buffers.state);
  return call;
}

vksort::RecordStatus record(const vksort::Sorter& sorter, VkCommandBuffer cmd, const Call& call) {
  if (call.segments.table != VK_NULL_HANDLE) return recordSegments(sorter, cmd, call.sort, call.segments);
  if (call.count.buffer != VK_NULL_HANDLE) return recordIndirect(sorter, cmd, call.sort, {call.count, call.state});
  return sorter.record(cmd, call.sort);
}

// What a recording needs besides the buffers.
struct Recording {
  const vksort::Sorter* sorter;
  std::string name;  // of the pass
  Call call;
  std::span<const VkDescriptorSet> sets;
  std::span<const VkDescriptorSet> generator_sets;

  void run(const graph::PassContext& context, const Buffers& buffers) const {
    const auto bufferOf = [&](graph::BufferHandle handle) {
      return handle != graph::BufferHandle{} ? context.buffer(handle) : VK_NULL_HANDLE;
    };
    Call now = call;
    now.sort.keys.buffer = bufferOf(buffers.keys);
    now.sort.payload.buffer = bufferOf(buffers.payload);
    now.sort.scratch.buffer = bufferOf(buffers.scratch);
    now.count.buffer = bufferOf(buffers.count);
    now.segments.table = bufferOf(buffers.segments);
    now.state.buffer = now.segments.state.buffer = bufferOf(buffers.state);
    now.sort.descriptor_set = setOf(sets, context.frame(), name, "SortNode::sets");
    now.sort.generator_set = setOf(generator_sets, context.frame(), name, "SortNode::generator_sets");
    requireOk(record(*sorter, context.cmd(), now), name);
  }
};

}  // namespace

Sorted addSort(graph::Graph& graph, const vksort::Sorter& sorter, const SortNode& node, std::string name) {
  requireFit(graph, sorter, node, name);
  Buffers buffers;
  graph::PassBuilder pass = graph.addPass(name, graph::PassKind::compute, [&](graph::PassBuilder& added) {
    buffers = declare(graph, added, sorter, node);
  });
  Recording recording{&sorter, std::move(name), callOf(graph, node, buffers), node.sets, node.generator_sets};
  pass.execute([recording = std::move(recording), buffers](const graph::PassContext& context) {
    recording.run(context, buffers);
  });
  return {buffers.keys, buffers.payload, pass.handle()};
}

vksort::Device deviceOf(const gpu::Device& device) {
  vksort::Device out;
  out.get_instance_proc_addr = vkGetInstanceProcAddr;
  out.instance = device.instance();
  out.physical_device = device.physical();
  out.device = device.handle();
  out.api_version = device.properties().api_version;  // the lower of instance and device
  const gpu::EnabledFeatures& enabled = device.enabled();
  if (enabled.push_descriptor) out.enabled_features |= vksort::kPushDescriptor;
  if (enabled.full_subgroups && enabled.subgroup_size_control) out.enabled_features |= vksort::kFullSubgroups;
  out.enabled_features &=
      vksort::querySupport(out.get_instance_proc_addr, out.instance, out.physical_device, out.api_version).features;
  return out;
}

}  // namespace nodes
