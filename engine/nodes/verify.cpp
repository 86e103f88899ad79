#include "nodes/verify.h"

#include "graph/context.h"
#include "nodes/record.h"

namespace nodes {

graph::BufferHandle addVerify(graph::Graph& graph, const vksort::Verifier& verifier, const VerifyNode& node,
                              const std::string& name) {
  const bool split = node.payload != graph::BufferHandle{};
  graph::BufferHandle results;
  graph::PassBuilder pass = graph.addPass(name, graph::PassKind::compute, [&](graph::PassBuilder& added) {
    added.read(node.keys, kRead);
    if (split) added.read(node.payload, kRead);
    results = added.readWrite(node.results, kReadWrite);  // the other frames' stay
  });

  const auto bytesOf = [&](graph::BufferHandle handle) { return graph.resources()[handle.index].buffer.size; };
  vksort::VerifyInfo info;
  info.ordering = node.ordering;
  info.keys.size = bytesOf(node.keys);
  if (split) info.payload.size = bytesOf(node.payload);
  info.count = node.count;
  info.result.size = sizeof(vksort::VerifyResult);
  const VkDeviceSize room = bytesOf(node.results);
  pass.execute([&verifier, node, results, split, info, room, name](const graph::PassContext& context) {
    vksort::VerifyInfo now = info;
    now.keys.buffer = context.buffer(node.keys);
    if (split) now.payload.buffer = context.buffer(node.payload);
    now.result.buffer = context.buffer(results);
    now.result.offset = VkDeviceSize{context.frame()} * sizeof(vksort::VerifyResult);
    if (now.result.offset + now.result.size > room)
      throw graph::Error("pass '" + name + "': VerifyNode::results must have room for a result for each frame");
    now.descriptor_set = setOf(node.sets, context.frame(), name, "VerifyNode::sets");
    requireOk(verifier.record(context.cmd(), now), name);
  });
  return results;
}

}  // namespace nodes
