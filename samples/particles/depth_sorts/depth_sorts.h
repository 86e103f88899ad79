// The kinds of sorts.
#pragma once
#include "cull/interface.h"
#include "groups/interface.h"
#include "sort/depth_sort.h"

namespace particles {

// Only the elements that can be seen are sorted: a pass of the GPU finds them, and only it knows how many there are.
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

// All elements are sorted, by keys that the sort computes, or a pass before it does.
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

// Elements in groups: the host orders the groups by where they are, and all of them are sorted, each by itself, as
// segments in one recording.
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
