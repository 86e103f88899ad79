#include "nodes/tool.h"

#include "nodes/fit.h"

namespace nodes {
namespace {

VkDescriptorSet setOf(std::span<const VkDescriptorSet> sets, uint32_t frame, const std::string& name) {
  if (sets.empty()) return VK_NULL_HANDLE;
  if (frame < sets.size()) return sets[frame];
  throw graph::Error(name + ": ToolNode::sets and host_sets must hold a set for each frame");
}

}  // namespace

Tooled addTool(graph::Graph& graph, const ToolNode& node, const std::string& name) {
  Tooled tooled;
  graph::BufferHandle scratch;
  graph::PassBuilder pass = graph.addPass(name, graph::PassKind::compute, [&](graph::PassBuilder& added) {
    for (const graph::BufferHandle read : node.reads) added.read(read, kRead);
    for (const graph::BufferHandle to : node.writes)
      tooled.written.push_back(isFilled(graph, to) ? added.readWrite(to, kReadWrite) : added.write(to, kReadWrite));
    if (node.scratch_bytes == 0) return;
    const graph::BufferInfo info = {node.scratch_bytes, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT};
    scratch = added.write(graph.createBuffer(name + " scratch", info), kReadWrite);
  });
  tooled.pass = pass.handle();
  std::vector<VkDeviceSize> bytes_of;
  for (const auto& resource : graph.resources()) bytes_of.push_back(resource.buffer.size);
  pass.execute([scratch, bytes_of, name, sets = node.sets, host_sets = node.host_sets,
                record = node.record](const graph::PassContext& context) {
    ToolContext now{.set = setOf(sets, context.frame(), name),
                    .host_set = setOf(host_sets, context.frame(), name),
                    .of = context,
                    .bytes_of = bytes_of};
    if (scratch != graph::BufferHandle{}) now.scratch = now.range(scratch);
    const vksort::RecordStatus status = record(now);
    if (!status.ok()) throw graph::Error(name + ": " + vksort::describe(status));
  });
  return tooled;
}

}  // namespace nodes
