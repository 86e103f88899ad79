// The command buffers of a case, and their submission.
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

// How the next recording uses words of a buffer.
struct Use {
  uint32_t buffer, begin, end;   // words, without the end
  vksort::Access before{}, after{};  // for barriers
  bool writes;
};

// Records a case, and keeps what the recordings need as long as they may run. Between the steps are the barriers that
// vksort.h asks a host for, and no others.
class Recorder {
 public:
  //   scratch: scratchBytes() bytes, which all steps share.
  Recorder(Gpu& gpu, const Case& of, const Layout& layout, std::span<const gpu::Buffer> buffers, vksort::Range scratch);

  // The command buffer of a frame.
  VkCommandBuffer record(uint32_t frame);
  // The first recording that was refused, and why; empty: none.
  const std::string& complaint() const { return complaint_; }

 private:
  void wait(VkCommandBuffer cmd, const std::vector<Use>& uses);
  void recordRenewal(VkCommandBuffer cmd, const Step& step);
  void recordEdits(VkCommandBuffer cmd, const Step& step);
  void recordSort(VkCommandBuffer cmd, std::size_t step);
  void recordVerify(VkCommandBuffer cmd, std::size_t step);
  // Calls `record` with the command buffer, or with a secondary one of it.
  template <typename Record>
  void within(VkCommandBuffer cmd, const Record& record);
  vksort::SortInfo sortInfo(std::size_t step);
  vksort::Range scratchOf(const Step& step) const;
  vksort::RecordStatus recordMode(VkCommandBuffer cmd, std::size_t step, const vksort::SortInfo& info);
  void begin(VkCommandBuffer cmd, bool secondary) const;
  VkBuffer bufferOf(const Place& place) const { return buffers_[place.buffer].handle(); }
  vksort::Range rangeOf(const Place& place) const;
  // The elements of a step.
  void addElements(std::vector<Use>& uses, const Step& step, bool writes) const;
  void addUse(std::vector<Use>& uses, const Place& place, vksort::Access before, vksort::Access after,
              bool writes) const;

  struct Past {
    Use use;
    vksort::Access seen{};  // later uses that wait for it already
  };
  Gpu& gpu_;
  const Case& case_;
  const Layout& layout_;
  const std::span<const gpu::Buffer> buffers_;
  // Begins of uses are rounded down to multiples of this, as validation looks at the bound ranges. vksort binds at
  // multiples of 8 bytes, or of the device's alignment. 1 without validation.
  const uint32_t granularity_;
  gpu::CommandPool commands_;
  gpu::DescriptorPool sets_;
  const vksort::Range scratch_{};
  std::vector<Past> past_;  // of this frame
  std::string complaint_;
};

// Scratch memory that the case needs.
VkDeviceSize scratchBytes(Gpu& gpu, const Case& of);

// Submits all frames, once for each round of the case, and waits for the device.
void submitAll(const gpu::Device& device, const Case& of, const std::vector<VkCommandBuffer>& frames);

// Calls of runOn(), for tests that watch it.
struct Watch {
  std::function<void(std::span<const gpu::Buffer>, const gpu::Buffer& scratch)> made;  // nothing is recorded yet
  std::function<void()> recorded;                                                      // after each frame
};

struct Outcome {
  Images after;
  std::string complaint;  // a refused recording, or a write outside the scratch memory; empty: none
};

// Errors: gpu::Error if a Vulkan call fails, or if no Sorter can be created.
Outcome runOn(Gpu& gpu, const Case& of, const Layout& layout, const Images& before, const Watch& watch = {});

}  // namespace cases
