// Timestamps, and debug labels for the sort, each merge stage and each pass.
#pragma once

#include "decide/decide.h"
#include "device/functions.h"
#include "vksort_plan.h"

namespace vksort {

class Marks {
 public:
  Marks(const DeviceFunctions& vk, VkCommandBuffer command_buffer, const Timestamps& timestamps)
      : vk_(vk), command_buffer_(command_buffer), timestamps_(timestamps) {}

  void beginSort() {
    beginLabel(vk_, command_buffer_, "vksort");
    if (left() > 1) timestamp();
  }
  void beginPass(const Pass& pass) {
    const std::uint32_t stage = pass.merges ? pass.stage : 0;
    if (stage != stage_) endStage();
    if (stage != 0 && stage != stage_) beginStage(stage);
    beginLabel(vk_, command_buffer_, kernelName(pass.kernel));
  }
  void endPass() {
    endLabel(vk_, command_buffer_);
    if (left() > 1) timestamp();
  }
  void endSort() {
    writeTimestamps();
    endStage();
    endLabel(vk_, command_buffer_);
  }
  // Writes all remaining queries, because the application may wait for all of them.
  void writeTimestamps() {
    while (left() != 0) timestamp();
  }

 private:
  [[nodiscard]] std::uint32_t left() const { return timestamps_.pool ? timestamps_.count - written_ : 0; }
  void timestamp() {
    vk_.CmdWriteTimestamp(command_buffer_, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, timestamps_.pool,
                          timestamps_.first + written_++);
  }
  void endStage() {
    if (stage_ != 0) endLabel(vk_, command_buffer_);
    stage_ = 0;
  }
  void beginStage(std::uint32_t stage) {
    stage_ = stage;
    char label[] = "merge stage ..";
    char* end = label + sizeof "merge stage " - 1;
    if (stage >= 10) *end++ = static_cast<char>('0' + stage / 10);
    *end++ = static_cast<char>('0' + stage % 10);
    *end = 0;
    beginLabel(vk_, command_buffer_, label);
  }

  const DeviceFunctions& vk_;
  VkCommandBuffer command_buffer_;
  const Timestamps timestamps_{};
  std::uint32_t written_ = 0;
  std::uint32_t stage_ = 0;  // 0 if no label of a stage is open
};

}  // namespace vksort
