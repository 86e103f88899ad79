#include "sort/depth_sort.h"

#include "keys_comp.spv.h"

namespace particles {

DepthSort::DepthSort(const gpu::Device& device, const Elements& elements, const DepthSortInfo& info,
                     const vksort::Ordering& verified)
    : keys_(Program::compute(device, {"depth keys", 3, sizeof(KeysPush), info.frames}, keys_comp)) {
  if (info.verify) monitor_.emplace(*info.sorters, info.frames, verified);
  push_.count = elements.count();
}

void DepthSort::prepare(uint32_t, const View& view, std::span<const glm::vec3>) { push_.depth_row = view.forward; }

uint32_t DepthSort::drawn(uint32_t) const { return count(); }

OrderRule DepthSort::rule(uint32_t) const { return {.depth_row = push_.depth_row}; }

std::optional<Verdict> DepthSort::verdict(uint32_t frame) const {
  if (!monitor_) return std::nullopt;
  return monitor_->read(frame);
}

nodes::SortNode DepthSort::sortNode(graph::BufferHandle keys, graph::BufferHandle indices,
                                    const DepthSorter& sorter) const {
  nodes::SortNode node;
  node.keys = keys;
  node.payload = indices;
  node.count = count();
  node.key_type = vksort::KeyType::f32;
  node.order = vksort::Order::descending;
  node.sets = sorter.sets();
  return node;
}

vksort::PlanInfo DepthSort::planInfo() const {
  vksort::PlanInfo info;
  info.count = count();
  info.key_type = vksort::KeyType::f32;
  return info;
}

graph::BufferHandle DepthSort::createWords(graph::Graph& graph, const char* name, uint32_t each) const {
  return graph.createBuffer(name, {VkDeviceSize{push_.count} * each * sizeof(uint32_t), kStorage});
}

DepthSort::Keyed DepthSort::addKeys(graph::Graph& graph, const char* name, graph::BufferHandle positions,
                                    graph::BufferHandle keys, graph::BufferHandle indices) {
  graph::PassBuilder pass = graph.addPass(name, graph::PassKind::compute);
  pass.read(positions, graph::kComputeRead);
  keys = pass.write(keys, graph::kComputeWrite);
  indices = pass.write(indices, graph::kComputeWrite);
  pass.execute([this, positions, keys, indices](const graph::PassContext& context) {
    keys_.use(context, {context.buffer(positions), context.buffer(keys), context.buffer(indices)}, push_);
    dispatchOver(context, push_.count);
  });
  return {keys, indices, pass.handle()};
}

}  // namespace particles
