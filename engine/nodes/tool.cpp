#include "nodes/tool.h"

#include "nodes/record.h"

namespace nodes {

ToolOutput addTool(graph::Graph& graph, const ToolNode& node, const std::string& name) {
  ToolOutput output;
  graph::BufferHandle scratch;
  graph::PassBuilder pass = graph.addPass(name, graph::PassKind::compute, [&](graph::PassBuilder& added) {
    for (const graph::BufferHandle read : node.reads) added.read(read, kRead);
    for (const graph::BufferHandle to : node.writes)
      output.written.push_back(hasContents(graph, to) ? added.readWrite(to, kReadWrite) : added.write(to, kReadWrite));
    if (node.scratch_bytes == 0) return;
    const graph::BufferInfo info = {node.scratch_bytes, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT};
    scratch = added.write(graph.createBuffer(name + " scratch", info), kReadWrite);
  });
  output.pass = pass.handle();
  pass.record([scratch, name, sets = node.descriptor_sets, record = node.record](const graph::PassContext& context) {
    ToolContext now{.descriptor_set = descriptorSetOf(sets, context.frame(), name, "ToolNode::descriptor_sets"),
                    .pass = context};
    if (scratch != graph::BufferHandle{}) now.scratch = now.range(scratch);
    requireOk(record(now), name);
  });
  return output;
}

}  // namespace nodes
