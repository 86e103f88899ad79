#pragma once
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "expect.h"
#include "gpu.h"
#include "gpu/commands.h"
#include "layout.h"

namespace cases {

struct Use {
  uint32_t buffer, begin, end;  // in words; `end` is exclusive
  vksort::Access before{}, after{};
  bool writes;
};

// Between steps, this only records the barriers that vksort.h requires. Must live until the command buffers have
// finished.
class Recorder {
 public:
  // All steps share `scratch`, which must have scratchBytes() bytes.
  Recorder(Gpu& gpu, const Case& of, const Layout& layout, std::span<const gpu::Buffer> buffers, vksort::Range scratch);

  VkCommandBuffer record(uint32_t frame);
  // Empty if no record() call failed.
  const std::string& complaint() const { return complaint_; }

 private:
  void wait(VkCommandBuffer cmd, const std::vector<Use>& uses);
  void recordRenewal(VkCommandBuffer cmd, std::size_t step);
  void recordEdits(VkCommandBuffer cmd, const Step& step);
  void recordSort(VkCommandBuffer cmd, std::size_t step);
  void recordVerify(VkCommandBuffer cmd, std::size_t step);
  template <typename Record>
  void within(VkCommandBuffer cmd, const Record& record);
  vksort::SortInfo sortInfo(std::size_t step);
  vksort::Range scratchOf(const Step& step) const;
  vksort::RecordStatus recordMode(VkCommandBuffer cmd, std::size_t step, const vksort::SortInfo& info);
  void begin(VkCommandBuffer cmd, bool secondary) const;
  VkBuffer bufferOf(const Place& place) const { return buffers_[place.buffer].handle(); }
  vksort::Range rangeOf(const Place& place) const;
  void addElements(std::vector<Use>& uses, const Step& step, bool writes) const;
  void addUse(std::vector<Use>& uses, const Place& place, vksort::Access before, vksort::Access after,
              bool writes) const;

  struct Past {
    Use use;
    vksort::Access seen{};  // later uses that already wait for it
  };
  Gpu& gpu_;
  const Case& case_;
  const Layout& layout_;
  const std::span<const gpu::Buffer> buffers_;
  // Uses start at multiples of this, because validation checks the bound ranges, and vksort binds at multiples of 8
  // bytes or of the device's alignment. 1 without validation.
  const uint32_t granularity_;
  gpu::CommandPool commands_;
  gpu::DescriptorPool sets_;
  const vksort::Range scratch_{};
  std::vector<Past> past_;
  std::string complaint_;
};

VkDeviceSize scratchBytes(Gpu& gpu, const Case& of);

void submitAll(const gpu::Device& device, const Case& of, const std::vector<VkCommandBuffer>& frames);

struct Watch {
  std::function<void(std::span<const gpu::Buffer>, const gpu::Buffer& scratch)> made;  // before anything is recorded
  std::function<void()> recorded;                                                      // after each frame
};

struct Outcome {
  Images after;
  std::string complaint;  // failed record() call, or write outside the scratch memory
};

Outcome runOn(Gpu& gpu, const Case& of, const Layout& layout, const Images& before, const Watch& watch = {});

}  // namespace cases
