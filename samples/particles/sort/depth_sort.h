// The sort of a frame: its keys, and what watches it. depth_sorts/ has the kinds of sorts.
#pragma once
#include <optional>

#include "interface.h"
#include "nodes/sort.h"
#include "scene/elements.h"
#include "scene/program.h"
#include "sort/choice.h"
#include "sort/depth_sorter.h"
#include "sort/order_check.h"
#include "sort/order_monitor.h"

namespace particles {

struct DepthSortInfo {
  Sorters* sorters = nullptr;  // must not be null, and must outlive the sort
  uint32_t frames = 1;         // in flight
  Use use = Use::automatic;
  SceneTraits traits{};
  bool verify = false;  // every frame, on the GPU
};

// Must outlive every executor of a graph it was declared in.
class DepthSort {
 public:
  virtual ~DepthSort() = default;
  DepthSort(const DepthSort&) = delete;
  DepthSort& operator=(const DepthSort&) = delete;

  struct Declared {
    Elements::Handles elements;            // in the order to draw
    std::vector<graph::PassHandle> timed;  // the sort, and the passes that write its keys; none where nothing is sorted
  };
  // Adds the passes: depth keys, sort, and those that verify.
  virtual Declared declare(Declaration& frame, const Elements::Handles& elements, Sorting sorting) = 0;

  // From where the next recording is seen, of `frame`, whose previous execution must be over. `groups`: as
  // Scene::groups().
  virtual void prepare(uint32_t frame, const View& view, std::span<const glm::vec3> groups);

  // What one sort takes.
  virtual SortFacts facts() const = 0;
  virtual bool fusedKeys() const { return false; }
  // How many elements an executed frame drew, once it is done.
  virtual uint32_t drawn(uint32_t frame) const;
  // What order the frame prepared last should have; `frame` was the last one and is done.
  virtual OrderRule rule(uint32_t frame) const;

  // What was seen in an executed frame once it is done; nothing without `verify`.
  std::optional<Verdict> verdict(uint32_t frame) const;
  glm::vec4 depthRow() const { return push_.depth_row; }  // of the last frame

 protected:
  // `elements` must outlive it. Errors: gpu::Error, among them a device that vksort does not support.
  DepthSort(const gpu::Device& device, const Elements& elements, const DepthSortInfo& info,
            const vksort::Ordering& verified);

  uint32_t count() const { return push_.count; }
  // A sort of all elements by their depths.
  nodes::SortNode sortNode(graph::BufferHandle keys, graph::BufferHandle indices, const DepthSorter& sorter) const;
  // Of such a recording.
  vksort::PlanInfo planInfo() const;
  OrderMonitor* monitor() { return monitor_ ? &*monitor_ : nullptr; }
  // Words for each element, in the graph's own memory.
  graph::BufferHandle createWords(graph::Graph& graph, const char* name, uint32_t each = 1) const;

  struct Keyed {
    graph::BufferHandle keys;
    graph::BufferHandle indices;
    graph::PassHandle pass;
  };
  // A pass that writes keys and indices of the elements as they lie. Once in a graph.
  Keyed addKeys(graph::Graph& graph, const char* name, graph::BufferHandle positions, graph::BufferHandle keys,
                graph::BufferHandle indices);

 private:
  Program keys_;
  std::optional<OrderMonitor> monitor_;
  KeysPush push_{};
};

}  // namespace particles
