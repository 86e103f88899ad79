// vksort's verifier as something to time.
#pragma once

#include <array>

#include "algorithms/algorithm.h"
#include "gpu/descriptors.h"
#include "vksort_verifier.h"

namespace bench {

// Leaves the elements as they are.
class Verify : public Algorithm {
 public:
  // Errors: gpu::Error with what the device lacks.
  Verify(const gpu::Device& device, const vksort::Ordering& ordering);

  void prepare(std::span<const gpu::Buffer> buffers, std::uint32_t count) override;
  std::uint32_t dispatchCount() const override { return 2; }
  std::uint64_t bytesMoved() const override;
  std::uint32_t run() const override { return 1; }
  void record(VkCommandBuffer cmd, std::uint32_t slot) const override;

 private:
  vksort::Verifier verifier_;
  gpu::Buffer results_;  // by slot
  gpu::DescriptorPool pool_;
  std::array<VkDescriptorSet, kSlots> sets_{};  // null with push descriptors
  vksort::VerifyInfo info_;
};

}  // namespace bench
