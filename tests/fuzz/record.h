// The command buffers of a case.
#pragma once
#include <span>
#include <string>
#include <vector>

#include "gpu.h"
#include "gpu/commands.h"
#include "layout.h"

namespace fuzz {

// How what is recorded next uses words of a buffer.
struct Use {
  uint32_t buffer, begin, end;   // words, the end excluded
  vksort::Access before, after;  // as the header names them
  bool writes;
};

// Everything that the recordings of a case need, for as long as they may run. Between its steps are the barriers that
// vksort.h asks a host for, and no others.
class Recorder {
 public:
  Recorder(Gpu& gpu, const Case& of, const Layout& layout, std::span<const gpu::Buffer> buffers);

  // The command buffer of a frame.
  VkCommandBuffer record(uint32_t frame);
  // About a status of the recordings; empty: none.
  const std::string& complaint() const { return complaint_; }

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
  void begin(VkCommandBuffer cmd, bool secondary) const;
  VkBuffer bufferOf(const Place& place) const { return buffers_[place.buffer].handle(); }
  vksort::Range rangeOf(const Place& place) const;
  void addUse(std::vector<Use>& uses, const Place& place, vksort::Access before, vksort::Access after,
              bool writes) const;

  struct Past {
    Use use;
    vksort::Access seen;  // what waits for it already
  };
  Gpu& gpu_;
  const Case& case_;
  const Layout& layout_;
  const std::span<const gpu::Buffer> buffers_;
  // Words to which begins of uses are rounded down, as validation looks at what is bound, and not at what is read and
  // written; 1: nothing. vksort binds at multiples of 8 bytes, or of what the device takes.
  const uint32_t granularity_;
  gpu::CommandPool commands_;
  gpu::DescriptorPool sets_;
  gpu::Buffer scratch_;     // that all steps of the case share
  std::vector<Past> past_;  // of the frame that is recorded
  std::string complaint_;
};

}  // namespace fuzz
