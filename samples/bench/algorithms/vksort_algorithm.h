// vksort as something to time.
#pragma once

#include <array>
#include <vector>

#include "algorithms/algorithm.h"
#include "algorithms/configuration.h"
#include "algorithms/depths.h"
#include "gpu/descriptors.h"
#include "vksort_indirect.h"
#include "vksort_segments.h"

namespace bench {

class Vksort : public Algorithm {
 public:
  // With the configuration's tuning, if it has one. Errors: gpu::Error with what the device or the configuration lacks.
  // `get` replaces vkGetInstanceProcAddr for vksort, if given.
  Vksort(const gpu::Device& device, const Configuration& configuration, VkPipelineCache cache = VK_NULL_HANDLE,
         PFN_vkGetInstanceProcAddr get = nullptr);

  void prepare(std::span<const gpu::Buffer> buffers, std::uint32_t count) override;
  std::uint32_t dispatchCount() const override;
  // The plan of what was prepared, without the pass that writes keys.
  std::span<const vksort::PassPlan> passes() const { return passes_; }
  std::uint64_t bytesMoved() const override;
  const char* used() const override;
  std::uint64_t scratchBytes() const override { return info_.scratch.size; }
  std::uint32_t run() const override { return run_; }
  void record(VkCommandBuffer cmd, std::uint32_t slot) const override { record(cmd, slot, nullptr); }
  // With timestamps of each pass.
  void record(VkCommandBuffer cmd, std::uint32_t slot, const vksort::Timestamps* timestamps) const;

  const vksort::Sorter& sorter() const { return sorter_; }

 private:
  bool isSegmented() const { return configuration_.segments != 0; }
  bool hasKeyPass() const { return configuration_.input.source == KeySource::pass; }
  void prepareSegments(std::uint32_t count);
  void prepareScratch(VkDeviceSize bytes);
  vksort::RecordStatus recordSort(VkCommandBuffer cmd, const vksort::SortInfo& info) const;

  const gpu::Device& device_;
  const Configuration configuration_;
  std::optional<Depths> depths_;  // if they are the keys
  vksort::Sorter sorter_;
  gpu::DescriptorPool pool_;
  std::array<VkDescriptorSet, kSlots> sets_{};  // null with push descriptors
  gpu::Buffer counter_;                         // of an indirect count
  gpu::Buffer state_;                           // of an indirect count, or segments
  gpu::Buffer table_;                           // of segments
  gpu::Buffer scratch_;
  std::uint32_t count_ = 0;
  std::uint32_t run_ = 0;  // elements that are sorted among themselves
  vksort::SortInfo info_;
  vksort::Range state_range_;
  vksort::SegmentInfo segments_;
  std::vector<vksort::PassPlan> passes_;
};

}  // namespace bench
