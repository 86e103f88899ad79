#include "nodes/cull.h"

#include <utility>

#include "graph/context.h"
#include "nodes/fit.h"

namespace nodes {
namespace {

constexpr graph::BufferHandle kNoBuffer{};

// What is not kept leaves the end of a buffer as it was.
graph::BufferHandle fill(const graph::Graph& graph, graph::PassBuilder& pass, graph::BufferHandle buffer) {
  return isFilled(graph, buffer) ? pass.readWrite(buffer, kReadWrite) : pass.write(buffer, kReadWrite);
}

VkDescriptorSet setOf(std::span<const VkDescriptorSet> sets, const graph::PassContext& context) {
  if (sets.empty()) return VK_NULL_HANDLE;
  if (context.frame() < sets.size()) return sets[context.frame()];
  throw graph::Error("cull: CullNode::sets and cull_sets must hold a set for each frame");
}

}  // namespace

Culled addCull(graph::Graph& graph, const vksort::Toolkit& toolkit, const CullNode& node, std::string name) {
  Culled culled;
  graph::BufferHandle scratch;
  graph::PassBuilder pass = graph.addPass(std::move(name), graph::PassKind::compute, [&](graph::PassBuilder& added) {
    for (const graph::BufferHandle read : node.reads) added.read(read, kRead);
    if (node.count_buffer != kNoBuffer) added.read(node.count_buffer, kRead);
    if (node.keys != kNoBuffer) culled.keys = fill(graph, added, node.keys);
    culled.indices = fill(graph, added, node.indices);
    culled.arguments = added.readWrite(node.arguments, kReadWrite);
    const VkDeviceSize bytes = toolkit.scratchBytes(node.count);
    if (bytes == 0) return;
    const graph::BufferInfo info = {bytes, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT};
    scratch = added.write(graph.createBuffer("cull scratch", info), kReadWrite);
  });
  culled.pass = pass.handle();
  const auto sizeOf = [&](graph::BufferHandle handle) {
    return handle != kNoBuffer ? graph.resources()[handle.index].buffer.size : 0;
  };
  vksort::CullInfo info;
  info.keys.size = sizeOf(culled.keys);
  info.indices.size = sizeOf(culled.indices);
  info.scratch.size = sizeOf(scratch);
  info.count = node.count;
  info.count_source.offset = node.count_offset;
  info.kept = node.kept;
  pass.execute([&toolkit, node, culled, scratch, info](const graph::PassContext& context) {
    vksort::CullInfo now = info;
    if (culled.keys != kNoBuffer) now.keys.buffer = context.buffer(culled.keys);
    if (scratch != kNoBuffer) now.scratch.buffer = context.buffer(scratch);
    if (node.count_buffer != kNoBuffer) now.count_source.buffer = context.buffer(node.count_buffer);
    now.indices.buffer = context.buffer(culled.indices);
    now.kept.buffer = context.buffer(culled.arguments);
    now.descriptor_set = setOf(node.sets, context);
    now.cull_set = setOf(node.cull_sets, context);
    const vksort::RecordStatus status = toolkit.recordCull(context.cmd(), now);
    if (!status.ok()) throw graph::Error(std::string("cull: ") + vksort::describe(status));
  });
  return culled;
}

}  // namespace nodes
