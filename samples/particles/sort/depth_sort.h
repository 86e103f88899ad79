// The sort of a frame: its keys, and what watches it. depth_sorts/ has the kinds of sorts.
#pragma once
#include <glm/glm.hpp>
#include <optional>
#include <span>

#include "gpu/buffer.h"
#include "gpu/descriptors.h"
#include "interface.h"
#include "nodes/sort.h"
#include "scene/elements.h"
#include "sort/order.h"
#include "sort/sorters.h"
#include "vksort_expert.h"
#include "vksort_keys.h"

namespace particles {

// Must outlive every execution of a sort with its sets.
class DepthKeys {
 public:
  // Reads `positions`, which must outlive it. Errors: gpu::Error out of memory.
  DepthKeys(const gpu::Device& device, const gpu::Buffer& positions, uint32_t frames);

  vksort::KeyGenerator generator() const;
  std::span<const VkDescriptorSet> sets() const { return sets_; }  // by frame
  // What the next execution of the frame sees; its previous one must be over.
  void setRow(uint32_t frame, const glm::vec4& depth_row) const;

 private:
  gpu::Owned<VkDescriptorSetLayout> layout_;
  gpu::DescriptorPool pool_;
  std::vector<VkDescriptorSet> sets_;
  std::vector<gpu::Buffer> cameras_;  // by frame
};

// Sorts depths, far ones first, each with its element's index; equal depths in the order of the indices.
class DepthSorter {
 public:
  // `frames` in flight. Errors: as Sorters::sorter().
  DepthSorter(Sorters& sorters, const SorterKind& kind, uint32_t max_count, uint32_t frames,
              const vksort::KeyGenerator* keys = nullptr);

  const vksort::Sorter& get() const { return *sorter_; }
  std::span<const VkDescriptorSet> sets() const { return sets_; }  // by frame; none with push descriptors
  // Errors: gpu::Error if radix was asked for and so many elements are not sorted so.
  void requireUse(const gpu::Device& device, uint32_t count) const;

 private:
  Use use_;
  std::shared_ptr<const vksort::Sorter> sorter_;
  gpu::DescriptorPool pool_;
  std::vector<VkDescriptorSet> sets_;
};

// The order that it leaves, for the verifier.
vksort::Ordering depthOrdering();

// What a sort takes.
struct SortFacts {
  std::string used;                     // "bitonic", "radix", "rank"; empty: nothing is to be done
  uint32_t dispatches = 0;              // as many as are recorded, whatever the device finds to do
  std::optional<uint64_t> bytes_moved;  // of keys and indices; nothing where the device alone knows
};
// `info`: of the recording, but for scratch memory, which the graph's node passes wherever it is of use.
SortFacts factsOf(const vksort::Sorter& sorter, vksort::PlanInfo info);

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
