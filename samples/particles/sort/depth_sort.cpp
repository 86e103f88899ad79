#include "sort/depth_sort.h"

#include "keys_comp.spv.h"
#include "nodes/sort.h"
#include "sort/depth_sorter.h"

namespace particles {
namespace {

vksort::Sorter sorterOf(const gpu::Device& device, std::uint32_t most, const std::optional<DepthHook>& depths) {
  if (!depths) return makeSorter(device, most);
  const vksort::Hook hook = depths->hook();
  return makeSorter(device, most, &hook);
}

}  // namespace

DepthSort::DepthSort(const gpu::Device& device, const Elements& elements, const DepthSortInfo& info)
    : hook_(info.fused_keys ? std::optional<DepthHook>(std::in_place, device, elements.positions(), info.frames)
                            : std::nullopt),
      sorter_(sorterOf(device, elements.count(), hook_)),
      keys_(Program::compute(device, {"depth keys", 3, sizeof(KeysPush), info.frames}, keys_comp)) {
  if (const VkDescriptorSetLayout layout = sorter_.descriptorSetLayout(); layout != VK_NULL_HANDLE) {
    pool_ = gpu::DescriptorPool(device, info.frames, info.frames * vksort::kDescriptorsPerSet);
    for (uint32_t i = 0; i < info.frames; ++i) sets_.push_back(pool_.allocate(layout));
  }
  if (info.verify) monitor_.emplace(device, info.frames);
  push_.count = elements.count();
}

DepthSort::Declared DepthSort::declare(Declaration& frame, const Elements::Handles& elements, bool sorting) {
  graph::Graph& graph = frame.graph;
  const graph::BufferInfo words{VkDeviceSize{push_.count} * sizeof(float), kStorage};
  const auto create = [&](const char* name) { return graph.createBuffer(name, words); };
  const bool fused = hook_ && sorting;
  Keyed keyed{create("keys"), elements.indices, {}};
  if (!fused) keyed = addKeys(graph, "depth keys", elements.positions, keyed.keys, keyed.indices);
  if (monitor_) {
    const Keyed before = !fused ? keyed
                                : addKeys(graph, "expected keys", elements.positions, create("expected keys"),
                                          create("expected indices"));
    monitor_->declareBefore(frame, before.keys, before.indices, push_.count);
  }
  Declared declared{keyed.indices, {}};
  if (sorting) {
    nodes::SortNode node{keyed.keys, keyed.indices, push_.count, sets_};
    if (fused) {
      node.hook_reads = {&elements.positions, 1};
      node.hook_sets = hook_->sets();
    }
    const nodes::Sorted sorted = nodes::addSort(graph, sorter_, node);
    if (!fused) declared.timed.push_back(keyed.pass);
    declared.timed.push_back(sorted.pass);
    keyed.keys = sorted.keys;
    declared.indices = sorted.values;
  }
  if (monitor_) monitor_->declareDrawn(frame, keyed.keys, declared.indices, push_.count);
  return declared;
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

void DepthSort::prepare(uint32_t frame, const glm::vec4& depth_row) {
  push_.depth_row = depth_row;
  if (hook_) hook_->setRow(frame, depth_row);
}

std::optional<Verdict> DepthSort::verdict(uint32_t frame) const {
  if (!monitor_) return std::nullopt;
  return monitor_->read(frame);
}

}  // namespace particles
