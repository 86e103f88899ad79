#pragma once
#include <glm/glm.hpp>
#include <optional>
#include <span>

#include "interface.h"
#include "nodes/sort.h"
#include "nodes/tool.h"
#include "scene/elements.h"
#include "sort/order.h"
#include "sort/sorters.h"

namespace particles {

struct SortFacts {
  std::string used;         // "bitonic", "radix" or "rank", or empty if there is nothing to do
  uint32_t dispatches = 0;  // recorded dispatches, even if the device skips some
};

inline constexpr uint32_t kNoBudget = ~0U;

// Sorts the indices of elements by depth, farthest first. Equal depths keep the order of their indices. Groups are
// segments of one sort, and the CPU sorts the groups themselves. If elements are culled, only visible ones are sorted.
// Must outlive every executor of a graph that it is declared in.
class DepthSort {
 public:
  // Throws gpu::Error if vksort does not support the device, or cannot sort `count` elements with the radix sort.
  DepthSort(Sorters& sorters, uint32_t count, const SceneTraits& traits, vksort::Algorithm algorithm);

  // Uploads the segments of the frame. Elements must be in groups.
  graph::BufferHandle addSegments(Declaration& frame);
  // Returns true if Scene::move() must write indices, because neither a cull nor the sort does.
  bool needsIndices(bool sorts) const { return grouped() || (!traits_.culled && !sorts); }
  // Adds the cull if elements are culled, and the sort if `sorts` is true. A sort of groups needs segments. Returns the
  // elements in drawing order.
  Elements::Handles declare(Declaration& frame, Elements::Handles elements, bool sorts);

  // Sets the view of the next recording of `frame`, whose previous execution must have finished.
  void prepare(uint32_t frame, const View& view, std::span<const glm::vec3> groups);

  void setBudget(uint32_t budget) { budget_ = budget; }

  SortFacts facts() const;
  uint32_t seen(uint32_t frame) const { return arguments(frame).seen; }
  uint32_t drawn(uint32_t frame) const { return arguments(frame).instances; }
  // The last prepared frame must have finished.
  OrderRule rule() const;

 private:
  void addCull(Declaration& frame, Elements::Handles& elements);
  void addSort(Declaration& frame, Elements::Handles& elements);
  void addBudget(Declaration& frame, graph::BufferHandle& arguments, bool sorts);
  DrawArguments arguments(uint32_t frame) const;
  bool grouped() const { return traits_.group != 0; }

  SceneTraits traits_;
  uint32_t count_;
  std::shared_ptr<const vksort::Sorter> sorter_;
  gpu::DescriptorPool pool_;
  std::vector<VkDescriptorSet> sets_;  // one per frame; empty with push descriptors
  CullView eye_{};
  const vksort::Toolkit* toolkit_ = nullptr;
  std::vector<VkDescriptorSet> tool_sets_;
  Program budget_program_;
  uint32_t budget_ = kNoBudget;
  gpu::Buffer arguments_;
  gpu::Buffer report_;
  GroupPlaces next_;   // prepared frame
  GroupPlaces drawn_;  // last recorded frame that sorts
  gpu::Buffer segments_;
  std::vector<gpu::Buffer> uploads_;
};

}  // namespace particles
