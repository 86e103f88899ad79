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

  [[nodiscard]] bool labelled() const { return vk_.CmdBeginDebugUtilsLabelEXT != nullptr; }

  void beginSort() {
    if (labelled()) begin("vksort");
    if (left() > 1) timestamp();
  }
  void beginPass(const Pass& pass) {
    if (labelled()) labelPass(pass);
  }
  void endPass() {
    if (labelled()) end();
    if (left() > 1) timestamp();
  }
  void endSort() {
    writeTimestamps();
    if (!labelled()) return;
    if (stage_ != 0) end();
    end();
  }
  // Those that are left, whatever the number of passes: a host may wait for all of them.
  void writeTimestamps() {
    while (left() != 0) timestamp();
  }

 private:
  // Queries that are not written.
  [[nodiscard]] std::uint32_t left() const { return timestamps_.pool ? timestamps_.count - written_ : 0; }
  // Written once all earlier commands have finished.
  void timestamp() {
    vk_.CmdWriteTimestamp(command_buffer_, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, timestamps_.pool,
                          timestamps_.first + written_++);
  }
  void labelPass(const Pass& pass);
  void begin(const char* label) const { beginLabel(vk_, command_buffer_, label); }
  void end() const { vk_.CmdEndDebugUtilsLabelEXT(command_buffer_); }

  const DeviceFunctions& vk_;
  VkCommandBuffer command_buffer_;
  const Timestamps timestamps_;
  std::uint32_t written_ = 0;
  std::uint32_t stage_ = 0;  // whose label is open; 0: none
};

}  // namespace vksort
