#include "ways/whole.h"

#include "nodes/sort.h"

namespace particles {
namespace {

std::optional<DepthHook> hookOf(const gpu::Device& device, const Elements& elements, const DepthSortInfo& info) {
  if (!fusesKeys(info.choice, elements.count())) return std::nullopt;
  return std::optional<DepthHook>(std::in_place, device, elements.positions(), info.frames, info.choice.key_type);
}

DepthSorter sorterOf(const gpu::Device& device, const DepthSortInfo& info, uint32_t count,
                     const std::optional<DepthHook>& depths) {
  SorterWish wish;
  wish.most = count;
  wish.use = info.choice.use;
  wish.kernels = info.choice.kernels;
  wish.ties = info.choice.ties;
  wish.key_type = info.choice.key_type;
  wish.coherent = info.choice.coherent;
  if (!wish.coherent) wish.values = vksort::Values::iota;
  vksort::Hook hook;
  if (depths) {
    hook = depths->hook();
    wish.hook = &hook;
  }
  return {device, wish, info.frames};
}

}  // namespace

WholeSort::WholeSort(const gpu::Device& device, const Elements& elements, const DepthSortInfo& info)
    : DepthSort(device, elements, info, depthOrdering(info.choice.ties, info.choice.key_type)),
      coherent_(info.choice.coherent),
      hook_(hookOf(device, elements, info)),
      sorter_(sorterOf(device, info, elements.count(), hook_)) {
  sorter_.requireUse(device, elements.count());
}

DepthSort::Declared WholeSort::declare(Declaration& frame, const Elements::Handles& elements, Sorting sorting) {
  graph::Graph& graph = frame.graph;
  const bool sorts = sorting == Sorting::on;
  const bool fused = hook_ && sorts;
  Declared declared{elements, {}};
  Keyed keyed{createWords(graph, "keys"), elements.indices, {}};
  KeyOrder order = sorting == Sorting::keep ? KeyOrder::reordered : KeyOrder::own;
  if (sorts && coherent_) order = KeyOrder::last;
  if (!fused) keyed = addKeys(graph, "depth keys", elements.positions, keyed.keys, keyed.indices, order);
  if (monitor() != nullptr) {
    const Keyed before = !fused
                             ? keyed
                             : addKeys(graph, "expected keys", elements.positions, createWords(graph, "expected keys"),
                                       createWords(graph, "expected indices"), order);
    monitor()->declareBefore(frame, before.keys, before.indices, count());
  }
  declared.elements.indices = keyed.indices;
  if (sorts) {
    nodes::SortNode node{keyed.keys, keyed.indices, count(), sorter_.sets()};
    if (fused) {
      node.hook_reads = {&elements.positions, 1};
      node.hook_sets = hook_->sets();
    }
    const nodes::Sorted sorted = nodes::addSort(graph, sorter_.get(), node);
    if (!fused) declared.timed.push_back(keyed.pass);
    declared.timed.push_back(sorted.pass);
    keyed.keys = sorted.keys;
    declared.elements.indices = sorted.values;
  }
  if (monitor() != nullptr) monitor()->declareDrawn(frame, keyed.keys, declared.elements.indices, count());
  return declared;
}

void WholeSort::prepare(uint32_t frame, const View& view, std::span<const glm::vec3> groups) {
  DepthSort::prepare(frame, view, groups);
  if (hook_) hook_->setRow(frame, view.forward);
}

}  // namespace particles
