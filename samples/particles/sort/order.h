// Whether elements are drawn back to front and none is lost: judged on the CPU, and in every frame on the GPU.
#pragma once
#include <glm/glm.hpp>
#include <optional>
#include <span>
#include <string>

#include "gpu/descriptors.h"
#include "interface.h"
#include "scene/elements.h"
#include "sort/sorters.h"
#include "vksort_verifier.h"

namespace particles {

// Whether elements were drawn back to front, judged on the CPU from their positions alone.
struct OrderReport {
  std::size_t count = 0;       // indices that are drawn, and what follows of them
  std::size_t inversions = 0;  // neighbours in the drawn order of which the second is farther away
  std::size_t repeated = 0;    // indices drawn more than once; as many others were never drawn
  std::size_t outside = 0;     // indices of no element
  std::size_t strays = 0;      // elements drawn with another group than theirs, or that cannot be seen
  std::size_t elements = 0;
  std::size_t hidden = 0;             // of them, elements that cannot be seen
  std::optional<uint32_t> nearest{};  // that a budget leaves, which are drawn

  bool permutation() const { return repeated == 0 && outside == 0 && strays == 0 && count + hidden == elements; }
  bool good() const { return permutation() && inversions == 0; }
};

// What order is expected. The depth of p is dot(depth_row, (p, 1)), in the arithmetic of keys.glsl.
struct OrderRule {
  glm::vec4 depth_row{};
  std::optional<CullView> eye{};  // of culled elements
  GroupPlaces groups{};           // if arranged: each by itself
};

// `indices` should be as many as `positions`, or those that can be seen. A depth that is not a number is an inversion.
OrderReport checkOrder(std::span<const glm::vec4> positions, std::span<const uint32_t> indices, const OrderRule& rule);
// "order: 0 inversions in 20000", with what else is wrong behind it.
std::string describe(const OrderReport& report);

// The verifier's results of one frame: of the keys and indices as they were before the sort, and as they were drawn.
struct Verdict {
  vksort::VerifyResult before;
  vksort::VerifyResult drawn;

  bool ordered() const { return drawn.inversions == 0; }
  // Whether `count` particles were drawn, and those of before the sort.
  bool complete(uint32_t count) const;
};

// Over all frames.
class Verdicts {
 public:
  // Nothing: the frame was not verified. `sorted`: whether it should be in order.
  void add(const std::optional<Verdict>& verdict, uint32_t count, bool sorted);

  uint32_t frames() const { return frames_; }
  // No frame was incomplete, and none out of order that was sorted.
  bool good() const { return failed_ == 0; }
  const std::optional<Verdict>& last() const { return last_; }

  // "verify: 120 frames, 0 out of order, 0 incomplete, 0 inversions in the last".
  std::string describe() const;

 private:
  uint32_t frames_ = 0;
  uint32_t unordered_ = 0;
  uint32_t incomplete_ = 0;
  uint32_t failed_ = 0;
  std::optional<Verdict> last_;
};

// Must outlive every executor of a graph it was declared in.
class OrderMonitor {
 public:
  // Errors: gpu::Error, among them a device that vksort does not support.
  OrderMonitor(Sorters& sorters, const vksort::Ordering& ordering);

  // Adds the passes that look at the keys and indices before the sort, and as they will be drawn.
  void declareBefore(Declaration& frame, graph::BufferHandle keys, graph::BufferHandle indices, uint32_t count) {
    declare(before_, frame, keys, indices, count, "verify before");
  }
  void declareDrawn(Declaration& frame, graph::BufferHandle keys, graph::BufferHandle indices, uint32_t count) {
    declare(drawn_, frame, keys, indices, count, "verify");
  }

  // Of a frame that the GPU is done with.
  Verdict read(uint32_t frame) const;

 private:
  struct Look {
    gpu::Buffer results;                // by frame
    std::vector<VkDescriptorSet> sets;  // by frame; none with push descriptors
  };
  void declare(const Look& look, Declaration& frame, graph::BufferHandle keys, graph::BufferHandle indices,
               uint32_t count, const char* name) const;

  vksort::Ordering ordering_;
  std::shared_ptr<const vksort::Verifier> verifier_;
  gpu::DescriptorPool pool_;
  Look before_;
  Look drawn_;
};

}  // namespace particles
