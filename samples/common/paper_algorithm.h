#pragma once

#include <array>
#include <string>
#include <vector>

#include "common/algorithm.h"
#include "common/paper_schedule.h"
#include "gpu/descriptors.h"
#include "gpu/pipeline.h"
#include "vksort_verify.h"

namespace bench {

class PaperSort : public Algorithm {
 public:
  // `max_groups` is the maximum size of a grid in its first dimension, or 0 for the device's limit.
  PaperSort(const gpu::Device& device, Variant variant, const vksort::Ordering& ordering, std::uint32_t max_groups = 0);

  // Returns an empty string if the variant is supported.
  static std::string refusal(const gpu::DeviceProperties& properties, const gpu::EnabledFeatures& enabled,
                             Variant variant, const vksort::Ordering& ordering);

  void prepare(std::span<const gpu::Buffer> buffers, std::uint32_t count) override;
  std::uint32_t dispatchCount() const override { return static_cast<std::uint32_t>(dispatches_.size()); }
  std::uint64_t runStart(std::uint64_t place) const override;
  void record(VkCommandBuffer cmd, std::uint32_t slot) const override;

 private:
  void createPipeline(PaperKernel kernel);

  const gpu::Device& device_;
  Variant variant_;
  bool descending_;
  std::uint32_t flip_;
  std::uint32_t threads_;
  std::uint32_t max_groups_;
  std::uint32_t count_ = 0;
  std::vector<PaperDispatch> dispatches_;
  gpu::Owned<VkDescriptorSetLayout> set_layout_;
  gpu::Owned<VkPipelineLayout> layout_;
  gpu::DescriptorPool pool_;
  VkDescriptorSet set_ = VK_NULL_HANDLE;
  std::array<gpu::Owned<VkPipeline>, kPaperKernelCount> pipelines_;
};

}  // namespace bench
