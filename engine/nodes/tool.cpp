#include "nodes/tool.h"

#include "nodes/record.h"

namespace nodes {

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
  pass.execute([scratch, name, sets = node.sets, record = node.record](const graph::PassContext& context) {
    ToolContext now{.set = setOf(sets, context.frame(), name, "ToolNode::sets"), .of = context};
    if (scratch != graph::BufferHandle{}) now.scratch = now.range(scratch);
    requireOk(record(now), name);
  });
  return tooled;
}

}  // namespace nodes
