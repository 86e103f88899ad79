#include "nodes/sort.h"

#include <algorithm>
#include <utility>

#include "graph/context.h"
#include "nodes/record.h"
#include "vksort.h"
#include "vksort_plan.h"

namespace nodes {
namespace {

bool isSet(graph::BufferHandle buffer) { return buffer != graph::BufferHandle{}; }

// Buffers that the sort does not need are empty.
struct Buffers {
  graph::BufferHandle keys, payload, state, scratch;
};

// Segments that fit a workgroup do not use scratch memory.
VkDeviceSize scratchBytes(const vksort::Sorter& sorter, const SortNode& node) {
  if (!isSet(node.segments)) return sorter.scratchBytes(node.count);
  const std::uint32_t largest = node.max_segment != 0 ? std::min(node.max_segment, node.count) : node.count;
  const bool is_used = sorter.scratchBytes(largest, node.segment_count) != 0;
  return is_used ? sorter.scratchBytes(node.count, node.segment_count) : 0;
}

Buffers declare(graph::Graph& graph, graph::PassBuilder& pass, const vksort::Sorter& sorter, const SortNode& node) {
  Buffers buffers;
  const vksort::SorterConfiguration configuration = getConfiguration(sorter);
  const bool discards = configuration.discard_keys && configuration.payload != vksort::Payload::interleaved;
  buffers.keys = discards ? pass.consume(node.keys, kReadWrite) : pass.readWrite(node.keys, kReadWrite);
  if (isSet(node.payload)) {
    const bool only_writes = configuration.payload == vksort::Payload::index && !hasContents(graph, node.payload);
    buffers.payload = only_writes ? pass.write(node.payload, kReadWrite) : pass.readWrite(node.payload, kReadWrite);
  }
  for (const graph::BufferHandle read : {node.count_buffer, node.segments})
    if (isSet(read)) pass.read(read, kRead);
  const auto create = [&](const char* name, VkDeviceSize bytes, VkBufferUsageFlags usage) {
    const graph::BufferInfo info{bytes, usage | VK_BUFFER_USAGE_STORAGE_BUFFER_BIT};
    return bytes != 0 ? pass.write(graph.createBuffer(name, info), kReadWrite) : graph::BufferHandle{};
  };
  VkDeviceSize state_bytes = isSet(node.count_buffer) ? VKSORT_WORK_BYTES : 0;
  if (isSet(node.segments)) state_bytes = VKSORT_SEGMENT_WORK_BYTES(node.segment_count);
  buffers.state = create("sort state", state_bytes, VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT);
  buffers.scratch = create("sort scratch", scratchBytes(sorter, node), 0);
  return buffers;
}

vksort::RecordStatus record(const vksort::Sorter& sorter, const SortNode& node, const Buffers& buffers,
                            const graph::PassContext& context, const std::string& name) {
  const auto rangeOf = [&](graph::BufferHandle buffer) {
    return isSet(buffer) ? vksort::Range{context.buffer(buffer), 0, context.size(buffer)} : vksort::Range{};
  };
  vksort::SortInfo sort{};
  sort.keys = rangeOf(buffers.keys);
  sort.payload = rangeOf(buffers.payload);
  sort.count = node.count;
  sort.key_type = node.key_type;
  sort.order = node.order;
  sort.significant_bits = node.significant_bits;
  sort.scratch = rangeOf(buffers.scratch);
  sort.descriptor_set = descriptorSetOf(node.descriptor_sets, context.frame(), name, "SortNode::descriptor_sets");
  const vksort::Range state = rangeOf(buffers.state);
  if (isSet(node.segments)) {
    const VkBuffer table = context.buffer(node.segments);
    return sorter.record(context.cmd(), sort, {table, 0, node.segment_count, node.max_segment, state});
  }
  if (isSet(node.count_buffer)) {
    const vksort::CountSource count{context.buffer(node.count_buffer), node.count_offset};
    return sorter.record(context.cmd(), sort, {count, state});
  }
  return sorter.record(context.cmd(), sort);
}

}  // namespace

SortOutput addSort(graph::Graph& graph, const vksort::Sorter& sorter, const SortNode& node, std::string name) {
  if (!sorter) throw graph::Error("pass '" + name + "' was given an empty Sorter; call Sorter::create() first");
  if (isSet(node.segments) && isSet(node.count_buffer))
    throw graph::Error("pass '" + name + "' sets both SortNode::segments and SortNode::count_buffer; set at most one");
  Buffers buffers;
  graph::PassBuilder pass = graph.addPass(name, graph::PassKind::compute, [&](graph::PassBuilder& added) {
    buffers = declare(graph, added, sorter, node);
  });
  pass.record([&sorter, node, buffers, name = std::move(name)](const graph::PassContext& context) {
    requireOk(record(sorter, node, buffers, context, name), name);
  });
  return {buffers.keys, buffers.payload, pass.handle()};
}

vksort::Device deviceOf(const gpu::Device& device) {
  vksort::Device out{};
  out.get_instance_proc_addr = vkGetInstanceProcAddr;
  out.instance = device.instance();
  out.physical_device = device.physical();
  out.device = device.handle();
  out.api_version = device.properties().api_version;  // the lower of instance and device
  const gpu::EnabledFeatures& enabled = device.enabled();
  if (enabled.push_descriptor) out.enabled_features |= VKSORT_PUSH_DESCRIPTOR;
  if (enabled.full_subgroups && enabled.subgroup_size_control) out.enabled_features |= VKSORT_FULL_SUBGROUPS;
  out.enabled_features &=
      vksort::querySupport(out.get_instance_proc_addr, out.instance, out.physical_device, out.api_version).features;
  return out;
}

}  // namespace nodes
