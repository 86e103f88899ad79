// What a run tells on standard output.
#pragma once
#include <optional>
#include <vector>

#include "picture/readback.h"
#include "sort/depth_sort.h"
#include "sort/order.h"

namespace particles {

// Median of the latest samples, but for the first one of all, in which drivers still compile; of that one if there is
// no other.
class Median {
 public:
  void add(std::optional<double> sample);
  // Nothing without samples.
  std::optional<double> value() const;

 private:
  static constexpr std::size_t kKept = 1000;
  std::optional<double> first_;
  std::vector<double> samples_;  // a ring once it is full
  std::size_t next_ = 0;
};

struct RunReport {
  uint32_t frames = 0;
  uint32_t count = 0;     // elements in each
  bool verified = false;  // every frame was to be verified
  double seconds = 0.0;   // wall time of all frames
  VkExtent2D extent{};
  bool sorting = true;                // in the last frame
  const char* element = "particles";  // what is drawn
  SortFacts facts{};
  bool fused_keys = true;
  Median sort_ms;
  Verdicts verdicts;
};

// What the last frame, of `slot`, was to be drawn by. Elements that were not sorted lie in no groups.
OrderRule ruleOf(const RunReport& run, const DepthSort& sort, uint32_t slot);

// "device: llvmpipe (...), Vulkan 1.3.230".
void printDevice(const gpu::Device& device);

// Whether all was well: every element drawn once and in order, and no frame that was to be verified failed, or was
// not.
bool isGood(const RunReport& run, const OrderReport& order);

// Frames, sort time, order and, if frames were to be verified, what became of it, one line each. Returns the exit code:
// 0 or, unless isGood(), 1.
int printRun(const RunReport& run, const OrderReport& order);

}  // namespace particles
