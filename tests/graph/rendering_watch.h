// How rendering is begun and what it covers, as it is recorded.
#pragma once
#include <functional>

#include "gpu/device.h"

namespace test {

// Rendering as it was begun last.
struct Rendering {
  VkRenderingInfo info{};
  VkRenderingAttachmentInfo color{};
  VkViewport viewport{};
  VkRect2D scissor{};
  bool open = false;
  bool timed_inside = false;  // a timestamp between begin and end, which would leave out what the end does
};

// Of the last call of watchRendering(), during and after it.
const Rendering& drawn();

// Calls `record` with all that concerns rendering on `device` written down, and passed on. Not for several threads.
void watchRendering(gpu::Device& device, const std::function<void()>& record);

}  // namespace test
