// The sort of a frame: its keys, and what watches it.
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

// The algorithm and the number of dispatches of a sort.
struct SortFacts {
  std::string used;         // "bitonic", "radix" or "rank", or empty if there is nothing to do
  uint32_t dispatches = 0;  // recorded ones, even if the device skips some
};

inline constexpr uint32_t kNoBudget = ~0U;

// Sorts depths, far ones first, each with its element's index; equal depths in the order of the indices.
// Elements of groups are sorted group by group, as segments of one recording, and the host orders the groups.
// Culled elements: a Toolkit keeps those that can be seen, and only they are sorted.
// Must outlive every executor of a graph it was declared in.
class DepthSort {
 public:
  // Sorts `count` elements. If `verify`, the GPU verifies every frame. Errors: gpu::Error, for example if vksort does
  // not support the device, or cannot sort `count` elements with the radix sort.
  DepthSort(Sorters& sorters, uint32_t count, const SceneTraits& traits, vksort::Algorithm algorithm);

  struct Declared {
    Elements::Handles elements;            // in the order to draw
    std::vector<graph::PassHandle> timed;  // the cull and the sort; empty if nothing is sorted
  };
  // Adds a pass that brings the segments of the frame to the device, and returns them. Elements must be in groups.
  graph::BufferHandle addSegments(Declaration& frame);
  // Returns true if Scene::move() must write indices, because neither a cull nor the sort does.
  bool needsIndices(bool sorts) const { return grouped() || (!traits_.culled && !sorts); }
  // Adds a cull if the elements are culled, the sort if it `sorts`, and the passes that verify. If it sorts, elements
  // that are in groups need segments.
  Declared declare(Declaration& frame, Elements::Handles elements, bool sorts);

  // From where the next recording is seen, of `frame`, whose previous execution must be over. `groups`: as
  // Scene::groups().
  void prepare(uint32_t frame, const View& view, std::span<const glm::vec3> groups);

  // Of culled elements, if they are sorted, the next recordings draw the nearest, and no more than this.
  void setBudget(uint32_t budget) { budget_ = budget; }

  // What one sort takes.
  SortFacts facts() const;
  // How many elements could be seen in an executed frame, and how many it drew, once it is done.
  uint32_t seen(uint32_t frame) const { return arguments(frame).seen; }
  uint32_t drawn(uint32_t frame) const { return arguments(frame).instances; }
  // What order the frame prepared last should have, which is done.
  OrderRule rule() const;

 private:
  void addCull(Declaration& frame, Declared& declared);
  void addSort(Declaration& frame, Declared& declared);
  void addBudget(Declaration& frame, graph::BufferHandle& arguments, bool sorts);
  DrawArguments arguments(uint32_t frame) const;
  bool grouped() const { return traits_.group != 0; }

  SceneTraits traits_;
  uint32_t count_;
  std::shared_ptr<const vksort::Sorter> sorter_;
  gpu::DescriptorPool pool_;
  std::vector<VkDescriptorSet> sets_;  // by frame; none with push descriptors
  CullView eye_{};
  // Of culled elements.
  const vksort::Toolkit* toolkit_ = nullptr;
  std::vector<VkDescriptorSet> tool_sets_;  // by frame
  Program budget_program_;
  uint32_t budget_ = kNoBudget;
  gpu::Buffer arguments_;
  gpu::Buffer report_;  // the arguments of each frame in flight
  // Of groups.
  GroupPlaces next_;   // of the frame that is prepared
  GroupPlaces drawn_;  // of the last one that was recorded and sorts
  gpu::Buffer segments_;
  std::vector<gpu::Buffer> uploads_;  // segments of each frame
};

}  // namespace particles
