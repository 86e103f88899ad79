// What is sorted and how, and vksort as an algorithm to time.
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
  bool baseline = false;  // Creation::baseline
  vksort::Algorithm algorithm = vksort::Algorithm::automatic;
  vksort::Scratch scratch = vksort::Scratch::never;
  bool count_on_gpu = false;              // an indirect count
  std::optional<std::uint32_t> capacity;  // with it, SortInfo::count of an indirect count; else: the count
  std::uint32_t segments = 0;             // of equal size, that the elements are in; 0: no segmented sort
  std::uint32_t max_count = 0;            // SorterInfo::max_count
  bool staged = false;                    // Creation::staged
  std::uint32_t threads = 0;              // max threads that create pipelines; 0: one for each core

  bool usesScratch() const { return scratch != vksort::Scratch::never; }
};

// `get` replaces vkGetInstanceProcAddr for vksort, if given, and `more` are features that it
// offers. Errors: gpu::Error with what the device or the configuration lacks.
vksort::Sorter makeSorter(const gpu::Device& device, const Configuration& configuration,
                          VkPipelineCache cache = VK_NULL_HANDLE, PFN_vkGetInstanceProcAddr get = nullptr,
                          vksort::Features more = 0);

// The recording that sorts `count` elements, at least 1. `scratch`: with scratch memory.
vksort::PlanInfo planInfo(const Configuration& configuration, std::uint32_t count, bool scratch);
std::vector<vksort::PassPlan> passesOf(const vksort::Sorter& sorter, const vksort::PlanInfo& info);

class Vksort : public Algorithm {
 public:
  // Errors: gpu::Error with what the device or the configuration lacks.
  Vksort(const gpu::Device& device, const Configuration& configuration, VkPipelineCache cache = VK_NULL_HANDLE);

  void prepare(std::span<const gpu::Buffer> buffers, std::uint32_t count) override;
  std::uint32_t dispatchCount() const override { return static_cast<std::uint32_t>(passes_.size()); }
  const char* used() const override;
  std::uint64_t scratchBytes() const override { return info_.scratch.size; }
  std::uint32_t run() const override { return run_; }
  void record(VkCommandBuffer cmd, std::uint32_t slot) const override;

  const vksort::Sorter& sorter() const { return sorter_; }

 private:
  bool isSegmented() const { return configuration_.segments != 0; }
  void prepareSegments(std::uint32_t count);
  void prepareScratch(VkDeviceSize bytes);
  vksort::RecordStatus recordSort(VkCommandBuffer cmd, const vksort::SortInfo& info) const;

  const gpu::Device& device_;
  const Configuration configuration_;
  vksort::Sorter sorter_;
  gpu::DescriptorPool pool_;
  std::array<VkDescriptorSet, kSlots> sets_{};  // null with push descriptors
  gpu::Buffer counter_;                         // of an indirect count
  gpu::Buffer state_;                           // of an indirect count, or segments
  gpu::Buffer table_;                           // of segments
  gpu::Buffer scratch_;
  std::uint32_t count_ = 0;
  std::uint32_t run_ = 0;  // elements that are sorted among themselves
  vksort::SortInfo info_{};
  vksort::Range state_range_{};
  vksort::SegmentInfo segments_{};
  std::vector<vksort::PassPlan> passes_;
};

}  // namespace bench
