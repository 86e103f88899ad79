// Timeline semaphores that validation understands.
#pragma once
#include "gpu/device.h"

namespace test {

// Validation 1.3.239 takes a timeline semaphore for a binary one. While a scope lives, vkQueueSubmit() of the device
// has binary semaphores beside timelines: one for each value that is signaled, and the first wait for this value or a
// later one waits for it, too. For two queues, and timelines above 0. One scope at a time.
class ExactWaits {
 public:
  explicit ExactWaits(gpu::Device& device);
  ~ExactWaits();  // waits until the device is idle
  ExactWaits(const ExactWaits&) = delete;
  ExactWaits& operator=(const ExactWaits&) = delete;
};

}  // namespace test
