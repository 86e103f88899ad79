// What a recording leaves for tools, where the caller asked for it.
#pragma once

#include "functions.h"
#include "vksort.h"

namespace vksort {

struct Marks {
  const DeviceFunctions& vk;
  VkCommandBuffer command_buffer;
  const TimestampRange& timestamps;

  [[nodiscard]] bool timed() const { return timestamps.pool != VK_NULL_HANDLE; }

  // The moment when everything recorded before has finished.
  void timestamp(std::uint32_t index) const {
    if (!timed()) return;
    vk.CmdWriteTimestamp(command_buffer, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, timestamps.pool,
                         timestamps.first + index);
  }
};

}  // namespace vksort
