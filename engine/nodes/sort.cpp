#include "nodes/sort.h"

#include <utility>

#include "graph/context.h"

namespace nodes {
namespace {

// One access for what the sort waits for and for what waits for the sort.
constexpr graph::Access kSort{vksort::kBefore.stages | vksort::kAfter.stages,
                              vksort::kBefore.access | vksort::kAfter.access};

}  // namespace

Sorted addSort(graph::Graph& graph, const vksort::Sorter& sorter, const SortNode& node, std::string name) {
  graph::PassBuilder pass = graph.addPass(std::move(name), graph::PassKind::compute);
  Sorted sorted{pass.readWrite(node.keys, kSort), node.values};
  const bool split = node.values != graph::BufferHandle{};
  if (split) sorted.values = pass.readWrite(node.values, kSort);

  const auto rangeOf = [&](graph::BufferHandle handle) {
    return vksort::Range{VK_NULL_HANDLE, 0, graph.resources()[handle.index].buffer.size};
  };
  vksort::SortInfo info;
  info.keys = rangeOf(node.keys);
  if (split) info.values = rangeOf(node.values);
  info.count = node.count;
  pass.execute([&sorter, sorted, split, info, sets = node.sets](const graph::PassContext& context) {
    vksort::SortInfo now = info;
    now.keys.buffer = context.buffer(sorted.keys);
    if (split) now.values.buffer = context.buffer(sorted.values);
    if (!sets.empty()) {
      if (context.frame() >= sets.size()) throw graph::Error("sort: SortNode::sets must hold a set for each frame");
      now.descriptor_set = sets[context.frame()];
    }
    const vksort::Status status = sorter.record(context.cmd(), now);
    if (status != vksort::Status::ok) throw graph::Error(std::string("sort: ") + vksort::describe(status));
  });
  return sorted;
}

}  // namespace nodes
