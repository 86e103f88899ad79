#pragma once

#include <atomic>

#include "decide/decide.h"
#include "device/support.h"

namespace vksort {

// Kernel i uses the pipeline Pipelines::list[first_pipeline + i].
struct PipelineSet {
  Algorithms algorithms;
  std::uint32_t first_pipeline;
};

struct Chosen {
  const PipelineSet& pipelines;
  std::uint64_t missing;  // pipelines of SorterState::full that the sort needs
};

static_assert(vksort::kKernelCount <= 64);
[[nodiscard]] constexpr std::uint64_t bitOf(std::uint32_t i) { return std::uint64_t{1} << i; }

// A set of kernels that threads share. Larger atomics need libatomic on some 32-bit platforms.
class SharedBits {
 public:
  [[nodiscard]] std::uint64_t load() const {
    return words_[0].load(std::memory_order_acquire) | std::uint64_t{words_[1].load(std::memory_order_acquire)} << 32;
  }
  void add(std::uint64_t bits) {
    words_[0].fetch_or(static_cast<std::uint32_t>(bits), std::memory_order_acq_rel);
    words_[1].fetch_or(static_cast<std::uint32_t>(bits >> 32), std::memory_order_acq_rel);
  }
  void remove(std::uint64_t bits) {
    words_[0].fetch_and(static_cast<std::uint32_t>(~bits), std::memory_order_acq_rel);
    words_[1].fetch_and(static_cast<std::uint32_t>(~bits >> 32), std::memory_order_acq_rel);
  }
  // Returns false if the set already contains the bit.
  bool claim(std::uint32_t i) {
    const std::uint32_t bit = 1u << i % 32;
    return (words_[i / 32].fetch_or(bit, std::memory_order_acq_rel) & bit) == 0;
  }

 private:
  std::atomic<std::uint32_t> words_[2] = {};
};

// Pipelines of SorterState::full that do not exist yet. Bit i stands for kernel i.
struct Staging {
  PipelineSet baseline;
  VkPipelineCache cache;
  SharedBits missing;  // includes rejected pipelines, which are never created
  SharedBits begun;    // a job is creating the pipeline, has created it, or was rejected
  SharedBits wanted;   // a recorded sort needed the pipeline, and used the baseline instead
  SharedBits rejected;
  const char* faults[vksort::kKernelCount] = {};
};

}  // namespace vksort

struct vksortSorter_T {
  vksort::Report report{};  // without the rejections of jobs
  vksort::Pipelines pipelines;
  vksort::PipelineSet full;
  vksort::Staging* staging = nullptr;  // null if all pipelines exist

  ~vksortSorter_T() { delete staging; }

  // Calls are checked against these, even if they use the baseline.
  [[nodiscard]] const vksort::Algorithms& algorithms() const { return full.algorithms; }
  // With staged creation, these include the limits of the baseline, because each recorded sort can use it.
  [[nodiscard]] vksort::Decision decide(const vksort::Request& request) const;
  [[nodiscard]] vksort::MaxCounts maxCounts() const;
  [[nodiscard]] std::uint64_t scratchWords(std::uint32_t max_count) const;
  [[nodiscard]] std::uint64_t segmentScratchWords(std::uint32_t max_count, std::uint32_t segment_count) const;
  // Chooses the baseline, and changes the decision, if `full` lacks a pipeline.
  [[nodiscard]] vksort::Chosen choosePipelines(const vksort::Request& request, vksort::Decision& decision) const;
  void wantPipelines(std::uint64_t missing) const;
};

namespace vksort {

using SorterState = vksortSorter_T;

}  // namespace vksort
