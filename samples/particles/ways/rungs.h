// All elements are sorted as words that depth and index share, of which the depth has the bits that the index leaves
// it: by vksort, or by a rung of the ladder, which knows keys alone, and powers of two.
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
  gpu::Buffer words_;                    // the ladder binds them once, so that they are not the graph's
  std::optional<bench::Ladder> ladder_;  // of rungs
  std::optional<DepthSorter> sorter_;    // else
  Program pack_;
  Program unpack_;
};

}  // namespace particles
