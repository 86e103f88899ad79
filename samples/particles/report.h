// What a run tells on standard output.
#pragma once
#include <optional>
#include <vector>

#include "picture/readback.h"
#include "sort/order_check.h"
#include "sort/verdicts.h"

namespace particles {

// Median of the latest samples.
class Median {
 public:
  void add(std::optional<double> sample);
  // Nothing without samples.
  std::optional<double> value() const;

 private:
  static constexpr std::size_t kKept = 1000;
  std::vector<double> samples_;  // a ring once it is full
  std::size_t next_ = 0;
};

struct RunReport {
  uint32_t frames = 0;
  double seconds = 0.0;  // wall time of all frames
  VkExtent2D extent{};
  bool sorting = true;  // in the last frame
  bool fused_keys = true;
  Median sort_ms;
  Verdicts verdicts;
};

// "device: llvmpipe (...), Vulkan 1.3.230".
void printDevice(const gpu::Device& device);

// Frames, sort time, order and, if frames were verified, what became of it, one line each. Returns the exit code: 0
// or, for a wrong order or a frame that failed its verification, 1.
int printRun(const RunReport& run, const OrderReport& order);

}  // namespace particles
