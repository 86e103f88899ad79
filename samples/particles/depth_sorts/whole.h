// All elements are sorted, by keys that the sort computes, or a pass before it does.
#pragma once
#include "sort/depth_keys.h"
#include "sort/depth_sort.h"

namespace particles {

class WholeSort : public DepthSort {
 public:
  WholeSort(const gpu::Device& device, const Elements& elements, const DepthSortInfo& info);

  Declared declare(Declaration& frame, const Elements::Handles& elements, Sorting sorting) override;
  void prepare(uint32_t frame, const View& view, std::span<const glm::vec3> groups) override;
  SortFacts facts() const override;
  bool fusedKeys() const override { return depth_keys_.has_value(); }

 private:
  std::optional<DepthKeys> depth_keys_;  // if keys are fused
  DepthSorter sorter_;
};

}  // namespace particles
