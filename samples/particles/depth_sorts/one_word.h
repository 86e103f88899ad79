// All elements are sorted as words that depth and index share, of which the depth has the bits that the index leaves
// it: by vksort, or by a step of the paper, which sorts keys alone, and powers of two.
#pragma once
#include "algorithms/paper_algorithm.h"
#include "sort/depth_sort.h"

namespace particles {

class PackedSort : public DepthSort {
 public:
  // Errors: also gpu::Error for a step of the paper that the device cannot run.
  PackedSort(const gpu::Device& device, const Elements& elements, const DepthSortInfo& info);

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
  gpu::Buffer words_;  // the steps of the paper bind them once, so that they are not the graph's
  std::optional<bench::PaperSort> paper_sort_;  // of Use::v0 to v5
  std::optional<DepthSorter> sorter_;           // else
  Program pack_;
  Program unpack_;
};

}  // namespace particles
