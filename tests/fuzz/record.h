// The command buffers of a case.
#pragma once
#include <span>
#include <string>
#include <vector>

#include "gpu.h"
#include "gpu/commands.h"
#include "hazards.h"

namespace fuzz {

// Everything that the recordings of a case need, for as long as they may run.
class Recorder {
 public:
  Recorder(Gpu& gpu, const Case& of, const Layout& layout, std::span<const gpu::Buffer> buffers);

  // The command buffer of a frame.
  VkCommandBuffer record(uint32_t frame);
  // About record()'s statuses, and once all is done about timestamps; empty: none.
  std::string complaint() const;

 private:
  void wait(VkCommandBuffer cmd, const std::vector<Use>& uses);
  void recordRenewal(VkCommandBuffer cmd, const Step& step);
  void recordEdits(VkCommandBuffer cmd, const Step& step);
  void recordSort(VkCommandBuffer cmd, std::size_t step);
  void recordVerify(VkCommandBuffer cmd, std::size_t step);
  // Calls back with the command buffer to record into: this one, or a secondary one of it.
  template <typename Record>
  void within(VkCommandBuffer cmd, const Record& record);
  vksort::SortInfo sortInfo(std::size_t step);
  void lendScratch(std::size_t step, vksort::SortInfo& info) const;
  void begin(VkCommandBuffer cmd, bool secondary) const;
  VkBuffer bufferOf(const Place& place) const { return buffers_[place.buffer].handle(); }
  vksort::Range rangeOf(const Place& place) const;

  Gpu& gpu_;
  const Case& case_;
  const Layout& layout_;
  const std::span<const gpu::Buffer> buffers_;
  const uint32_t granularity_;  // words; see usesOfSort()
  gpu::CommandPool commands_;
  gpu::DescriptorPool sets_;
  gpu::Buffer scratch_;  // that all steps of the case share
  Hazards hazards_;      // of the frame that is recorded
  struct Timed {
    gpu::Owned<VkQueryPool> pool;
    uint32_t expected;
  };
  std::vector<Timed> timed_;
  std::string complaint_;
};

// What frames begin and end with: whatever was there before happens before.
void frameBarrier(const gpu::Device& device, VkCommandBuffer cmd);

}  // namespace fuzz
