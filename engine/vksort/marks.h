// Timestamps and debug labels of a recording, if the host enabled them. Labels enclose the sort, each merge stage and
// each pass.
#pragma once

#include "passes.h"
#include "vksort_expert.h"
#include "vulkan/functions.h"

namespace vksort {

class Marks {
 public:
  Marks(const DeviceFunctions& vk, VkCommandBuffer command_buffer, const Timestamps& timestamps)
      : vk_(vk), command_buffer_(command_buffer), timestamps_(timestamps) {}

  [[nodiscard]] bool timed() const { return timestamps_.pool != VK_NULL_HANDLE; }
  [[nodiscard]] bool labelled() const { return vk_.CmdBeginDebugUtilsLabelEXT != nullptr; }

  void beginSort() {
    if (labelled()) begin("vksort");
    timestamp(0);
  }
  void beginPass(const Pass& pass) {
    if (labelled()) labelPass(pass);
  }
  // `index` of the pass in the schedule.
  void endPass(std::uint32_t index) {
    if (labelled()) end();
    timestamp(index + 1);
  }
  void endSort() {
    if (!labelled()) return;
    if (stage_ != 0) end();
    end();
  }

 private:
  // Written once all earlier commands have finished.
  void timestamp(std::uint32_t index) const {
    if (!timed()) return;
    vk_.CmdWriteTimestamp(command_buffer_, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, timestamps_.pool,
                          timestamps_.first + index);
  }
  void labelPass(const Pass& pass);
  void begin(const char* label) const { beginLabel(vk_, command_buffer_, label); }
  void end() const { vk_.CmdEndDebugUtilsLabelEXT(command_buffer_); }

  const DeviceFunctions& vk_;
  VkCommandBuffer command_buffer_;
  const Timestamps& timestamps_;
  std::uint32_t stage_ = 0;  // whose label is open; 0: none
};

}  // namespace vksort
