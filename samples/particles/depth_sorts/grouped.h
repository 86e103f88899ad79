// Elements in groups: the host orders the groups by where they are, and all of them are sorted, each by itself, as
// segments in one recording.
#pragma once
#include "groups/interface.h"
#include "sort/depth_sort.h"

namespace particles {

class GroupSort : public DepthSort {
 public:
  GroupSort(const gpu::Device& device, const Elements& elements, const DepthSortInfo& info);

  Declared declare(Declaration& frame, const Elements::Handles& elements, Sorting sorting) override;
  void prepare(uint32_t frame, const View& view, std::span<const glm::vec3> groups) override;
  SortFacts facts() const override;
  OrderRule rule(uint32_t frame) const override;

 private:
  // Brings the segments of the frame to the device.
  graph::BufferHandle addSegments(Declaration& frame);
  Keyed addGroupKeys(Declaration& frame, const Elements::Handles& elements, graph::BufferHandle segments);
  // What the verifier looks at.
  graph::BufferHandle addWords(Declaration& frame, const Program& words, graph::BufferHandle keys, Sorting sorting);
  groups::Push push(bool arranged) const;

  GroupPlaces next_;   // of the frame that is prepared
  GroupPlaces drawn_;  // of the last one that was recorded and sorts
  DepthSorter sorter_;
  Program keys_;
  Program words_before_;
  Program words_drawn_;
  gpu::Buffer segments_;
  std::vector<gpu::Buffer> uploads_;  // by frame
};

}  // namespace particles
