// Only the elements that can be seen are sorted: a pass of the GPU finds them, and only it knows how many there are.
#pragma once
#include "cull/interface.h"
#include "sort/depth_sort.h"

namespace particles {

class SeenSort : public DepthSort {
 public:
  SeenSort(const gpu::Device& device, const Elements& elements, const DepthSortInfo& info);

  Declared declare(Declaration& frame, const Elements::Handles& elements, Sorting sorting) override;
  void prepare(uint32_t frame, const View& view, std::span<const glm::vec3> groups) override;
  SortFacts facts() const override;
  uint32_t drawn(uint32_t frame) const override;
  OrderRule rule(uint32_t frame) const override;

 private:
  // Keys, indices and arguments of those that can be seen.
  graph::BufferHandle addCull(Declaration& frame, Elements::Handles& elements, Declared& declared);
  void addReport(Declaration& frame, graph::BufferHandle arguments);

  DepthSorter sorter_;
  Program count_;
  Program place_;
  Program write_;
  gpu::Buffer arguments_;
  gpu::Buffer report_;  // the arguments of each frame in flight
  cull::Push push_{};
};

}  // namespace particles
