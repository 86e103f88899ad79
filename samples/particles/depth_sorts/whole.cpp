#include "depth_sorts/whole.h"

#include "nodes/sort.h"

namespace particles {
namespace {

std::optional<DepthKeys> depthKeysOf(const gpu::Device& device, const Elements& elements, const DepthSortInfo& info) {
  const uint32_t buffers = device.properties().core.limits.maxPerStageDescriptorStorageBuffers;
  if (!fusesKeys(info.use, elements.count()) || buffers < vksort::kDescriptorsPerSet + 1) return std::nullopt;
  return std::optional<DepthKeys>(std::in_place, device, elements.positions(), info.frames);
}

DepthSorter sorterOf(const DepthSortInfo& info, uint32_t count, const std::optional<DepthKeys>& depth_keys) {
  SorterKind kind;
  kind.use = info.use;
  kind.payload = vksort::Payload::index;
  kind.generates_keys = depth_keys.has_value();
  vksort::KeyGenerator generator;
  if (depth_keys) generator = depth_keys->generator();
  return {*info.sorters, kind, count, info.frames, depth_keys ? &generator : nullptr};
}

}  // namespace

WholeSort::WholeSort(const gpu::Device& device, const Elements& elements, const DepthSortInfo& info)
    : DepthSort(device, elements, info, depthOrdering()),
      depth_keys_(depthKeysOf(device, elements, info)),
      sorter_(sorterOf(info, elements.count(), depth_keys_)) {
  sorter_.requireUse(device, elements.count());
}

DepthSort::Declared WholeSort::declare(Declaration& frame, const Elements::Handles& elements, Sorting sorting) {
  graph::Graph& graph = frame.graph;
  const bool sorts = sorting == Sorting::on;
  const bool fused = depth_keys_ && sorts;
  Declared declared{elements, {}};
  Keyed keyed{createWords(graph, "keys"), elements.indices, {}};
  if (!fused) keyed = addKeys(graph, "depth keys", elements.positions, keyed.keys, keyed.indices);
  if (monitor() != nullptr) {
    const Keyed before = !fused ? keyed
                                : addKeys(graph, "expected keys", elements.positions,
                                          createWords(graph, "expected keys"), createWords(graph, "expected indices"));
    monitor()->declareBefore(frame, before.keys, before.indices, count());
  }
  declared.elements.indices = keyed.indices;
  if (sorts) {
    nodes::SortNode node = sortNode(keyed.keys, keyed.indices, sorter_);
    if (fused) {
      node.generator_reads = {&elements.positions, 1};
      node.generator_sets = depth_keys_->sets();
    }
    const nodes::Sorted sorted = nodes::addSort(graph, sorter_.get(), node);
    if (!fused) declared.timed.push_back(keyed.pass);
    declared.timed.push_back(sorted.pass);
    keyed.keys = sorted.keys;
    declared.elements.indices = sorted.payload;
  }
  if (monitor() != nullptr) monitor()->declareDrawn(frame, keyed.keys, declared.elements.indices, count());
  return declared;
}

void WholeSort::prepare(uint32_t frame, const View& view, std::span<const glm::vec3> groups) {
  DepthSort::prepare(frame, view, groups);
  if (depth_keys_) depth_keys_->setRow(frame, view.forward);
}

SortFacts WholeSort::facts() const { return factsOf(sorter_.get(), planInfo()); }

}  // namespace particles
