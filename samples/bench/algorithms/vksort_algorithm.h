// vksort as something to time.
#pragma once

#include <array>

#include "algorithms/algorithm.h"
#include "algorithms/configuration.h"
#include "algorithms/depths.h"
#include "gpu/descriptors.h"

namespace bench {

class Vksort : public Algorithm {
 public:
  // With the configuration's tuning, if it has one. Errors: gpu::Error with what the device or the configuration lacks.
  // `get` replaces vkGetInstanceProcAddr for vksort, if given.
  Vksort(const gpu::Device& device, const Configuration& configuration, VkPipelineCache cache = VK_NULL_HANDLE,
         PFN_vkGetInstanceProcAddr get = nullptr);

  void prepare(std::span<const gpu::Buffer> buffers, std::uint32_t count) override;
  std::uint32_t dispatchCount() const override { return plan().dispatches + (key_pass_ ? 1 : 0); }
  // Of what was prepared, without the pass that writes keys.
  vksort::Plan plan() const;
  vksort::PassPlan planPass(std::uint32_t index) const;
  std::uint64_t bytesMoved() const override;
  const char* used() const override;
  std::uint64_t scratchBytes() const override { return info_.scratch.size; }
  std::uint32_t run() const override { return run_; }
  void record(VkCommandBuffer cmd, std::uint32_t slot) const override { record(cmd, slot, {}); }
  // With timestamps of each pass.
  void record(VkCommandBuffer cmd, std::uint32_t slot, const vksort::TimestampRange& timestamps) const;

  const vksort::Sorter& sorter() const { return sorter_; }

 private:
  void prepareLists(std::uint32_t count);
  void lendScratch(VkDeviceSize bytes);
  bool isLent() const { return info_.scratch.buffer != VK_NULL_HANDLE; }

  const gpu::Device& device_;
  bool count_on_gpu_;
  std::optional<std::uint32_t> capacity_;
  std::uint32_t lists_;  // or 0
  bool lends_scratch_;
  bool key_pass_;
  std::optional<Depths> depths_;  // if they are the keys
  vksort::Sorter sorter_;
  gpu::DescriptorPool pool_;
  std::array<VkDescriptorSet, kSlots> sets_{};  // null with push descriptors
  gpu::Buffer counter_, state_;                 // where the GPU knows the count
  gpu::Buffer scratch_;
  gpu::Buffer table_;  // of lists
  std::uint32_t count_ = 0;
  std::uint32_t run_ = 0;  // elements that are sorted among themselves
  vksort::SortInfo info_;
};

}  // namespace bench
