// All elements are sorted by a rung of the ladder. Those know keys alone, and powers of two: depth and index share a
// word, of which the depth has the bits that the index leaves it.
#pragma once
#include "algorithms/ladder_algorithm.h"
#include "sort/depth_sort.h"

namespace particles {

class RungSort : public DepthSort {
 public:
  // Errors: also gpu::Error for a rung that the device has not.
  RungSort(const gpu::Device& device, const Elements& elements, const DepthSortInfo& info);

  Declared declare(Declaration& frame, const Elements::Handles& elements, Sorting sorting) override;
  SortFacts facts() const override;
  OrderRule rule(uint32_t frame) const override;

 private:
  // Words of the elements as they lie, or as the indices say.
  graph::BufferHandle addPack(Declaration& frame, const Elements::Handles& elements, bool reordered,
                              Declared& declared);
  graph::BufferHandle addSort(graph::Graph& graph, graph::BufferHandle words, Declared& declared);
  graph::BufferHandle addUnpack(graph::Graph& graph, graph::BufferHandle words, graph::BufferHandle indices,
                                Declared& declared);

  Use use_;
  vksort::Packing packing_;
  gpu::Buffer words_;  // the ladder binds them once, so that they are not the graph's
  bench::Ladder ladder_;
  Program pack_;
  Program unpack_;
};

}  // namespace particles
