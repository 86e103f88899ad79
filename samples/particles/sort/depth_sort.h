// The sort of a frame: its keys, in a pass of their own or in the first pass of the sort, and what watches it.
#pragma once
#include <optional>

#include "interface.h"
#include "scene/elements.h"
#include "scene/program.h"
#include "sort/depth_hook.h"
#include "sort/order_monitor.h"

namespace particles {

struct DepthSortInfo {
  uint32_t frames = 1;     // in flight
  bool fused_keys = true;  // the sort computes the depths, else a pass before it does
  bool verify = false;     // every frame, on the GPU
};

// Must outlive every executor of a graph it was declared in.
class DepthSort {
 public:
  // `elements` must outlive it. Errors: gpu::Error, among them a device that vksort does not support.
  DepthSort(const gpu::Device& device, const Elements& elements, const DepthSortInfo& info);

  struct Declared {
    graph::BufferHandle indices;           // in the order to draw
    std::vector<graph::PassHandle> timed;  // the sort, and the pass that writes its keys; none if it is off
  };
  // Adds the passes: depth keys, if they are separate or `sorting` is off; sort unless it is; and those that verify.
  // They compare keys that the sort computes with those of a pass.
  Declared declare(Declaration& frame, const Elements::Handles& elements, bool sorting);

  // The camera row of the next recording, of `frame`, whose previous execution must be over: dot(row, (p, 1)) is the
  // depth of p.
  void prepare(uint32_t frame, const glm::vec4& depth_row);

  // What was seen in an executed frame once it is done; nothing without `verify`.
  std::optional<Verdict> verdict(uint32_t frame) const;
  glm::vec4 depthRow() const { return push_.depth_row; }  // of the last frame
  bool fusedKeys() const { return hook_.has_value(); }

 private:
  struct Keyed {
    graph::BufferHandle keys;
    graph::BufferHandle indices;
    graph::PassHandle pass;
  };
  Keyed addKeys(graph::Graph& graph, const char* name, graph::BufferHandle positions, graph::BufferHandle keys,
                graph::BufferHandle indices);

  std::optional<DepthHook> hook_;  // if keys are fused
  vksort::Sorter sorter_;
  gpu::DescriptorPool pool_;
  std::vector<VkDescriptorSet> sets_;  // by frame; none with push descriptors
  Program keys_;
  std::optional<OrderMonitor> monitor_;
  KeysPush push_{};
};

}  // namespace particles
