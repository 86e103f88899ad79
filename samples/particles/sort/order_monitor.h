// Watches on the GPU, in every frame, that elements are drawn back to front and that none is lost.
#pragma once
#include "gpu/descriptors.h"
#include "scene/declaration.h"
#include "sort/sorters.h"
#include "sort/verdicts.h"

namespace particles {

// Must outlive every executor of a graph it was declared in.
class OrderMonitor {
 public:
  // Errors: gpu::Error, among them a device that vksort does not support.
  OrderMonitor(Sorters& sorters, std::uint32_t frames, const vksort::Ordering& ordering);

  // Adds the passes that look at the keys and indices before the sort, and as they will be drawn.
  void declareBefore(Declaration& frame, graph::BufferHandle keys, graph::BufferHandle indices, std::uint32_t count);
  void declareDrawn(Declaration& frame, graph::BufferHandle keys, graph::BufferHandle indices, std::uint32_t count);

  // Of a frame that the GPU is done with.
  Verdict read(std::uint32_t frame) const;

 private:
  struct Look {
    gpu::Buffer results;                // by frame
    std::vector<VkDescriptorSet> sets;  // by frame; none with push descriptors
  };
  void declare(const Look& look, Declaration& frame, graph::BufferHandle keys, graph::BufferHandle indices,
               std::uint32_t count, const char* name) const;

  vksort::Ordering ordering_;
  std::shared_ptr<const vksort::Verifier> verifier_;
  gpu::DescriptorPool pool_;
  Look before_;
  Look drawn_;
};

}  // namespace particles
