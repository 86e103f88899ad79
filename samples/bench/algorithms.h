#pragma once

#include <array>
#include <optional>

#include "bench/input.h"
#include "common/algorithm.h"
#include "gpu/descriptors.h"
#include "vksort.h"

namespace bench {

struct Configuration {
  Input input;
  bool baseline = false;
  vksort::Algorithm algorithm = vksort::Algorithm::automatic;
  vksort::Scratch scratch = vksort::Scratch::never;
  bool count_on_gpu = false;              // the count is in a buffer
  std::optional<std::uint32_t> capacity;  // SortInfo::count if the count is in a buffer
  std::uint32_t segments = 0;             // 0 sorts the whole range
  SegmentLengths segment_lengths = SegmentLengths::equal;
  std::uint32_t max_count = 0;
  bool staged = false;
  std::uint32_t threads = 0;  // maximum; 0 for one per core

  bool usesScratch() const { return scratch != vksort::Scratch::never; }
};

// `get` can be null. `more` are additional features. Throws gpu::Error with vksort's reason.
vksort::Sorter makeSorter(const gpu::Device& device, const Configuration& configuration,
                          VkPipelineCache cache = VK_NULL_HANDLE, PFN_vkGetInstanceProcAddr get = nullptr,
                          vksort::Features more = 0);

vksort::PlanInfo planInfo(const Configuration& configuration, std::uint32_t count, bool scratch);
std::vector<vksort::PassPlan> passesOf(const vksort::Sorter& sorter, const vksort::PlanInfo& info);

class Vksort : public Algorithm {
 public:
  Vksort(const gpu::Device& device, const Configuration& configuration, VkPipelineCache cache = VK_NULL_HANDLE);

  void prepare(std::span<const gpu::Buffer> buffers, std::uint32_t count) override;
  std::uint32_t dispatchCount() const override { return static_cast<std::uint32_t>(passes_.size()); }
  const char* used() const override;
  std::uint64_t scratchBytes() const override { return info_.scratch.size; }
  std::uint64_t runStart(std::uint64_t place) const override;
  void record(VkCommandBuffer cmd, std::uint32_t slot) const override;

  const vksort::Sorter& sorter() const { return sorter_; }

 private:
  struct Segment {
    std::uint32_t first;
    std::uint32_t count;
  };

  bool isSegmented() const { return configuration_.segments != 0; }
  void prepareSegments(std::uint32_t count);
  void prepareScratch(VkDeviceSize bytes);
  vksort::RecordStatus recordSort(VkCommandBuffer cmd, const vksort::SortInfo& info) const;

  const gpu::Device& device_;
  const Configuration configuration_;
  vksort::Sorter sorter_;
  gpu::DescriptorPool pool_;
  std::array<VkDescriptorSet, kSlots> sets_{};  // null with push descriptors
  gpu::Buffer counter_;
  gpu::Buffer state_;  // for an indirect count or segments
  gpu::Buffer table_;
  gpu::Buffer scratch_;
  std::uint32_t count_ = 0;
  std::vector<Segment> runs_;  // at least one
  vksort::SortInfo info_{};
  vksort::Range state_range_{};
  vksort::SegmentInfo segments_{};
  std::vector<vksort::PassPlan> passes_;
};

}  // namespace bench
