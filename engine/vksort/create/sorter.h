// A Sorter: its pipelines, and the algorithms that use them.
#pragma once

#include <atomic>

#include "decide/decide.h"
#include "device/support.h"

namespace vksort {

// The pipelines of some algorithms. Kernel i has the pipeline Pipelines::list[first_pipeline + i].
struct PipelineSet {
  Algorithms algorithms;
  std::uint32_t first_pipeline;
};

// The pipelines and the decision that a sort uses.
struct Chosen {
  const PipelineSet& pipelines;
  Decision decision;
  std::uint64_t missing;  // pipelines of SorterState::full that the sort needs and that do not exist
};

static_assert(vksort::kKernelCount <= 64);
[[nodiscard]] constexpr std::uint64_t bitOf(std::uint32_t i) { return std::uint64_t{1} << i; }

// Staged creation: the pipelines of SorterState::full that do not exist yet. Bit i stands for kernel i.
struct Staging {
  PipelineSet baseline;
  VkPipelineCache cache;
  std::atomic<std::uint64_t> missing;    // includes rejected pipelines, which are never created
  std::atomic<std::uint64_t> begun{0};   // a job is creating the pipeline, has created it, or was rejected
  std::atomic<std::uint64_t> wanted{0};  // a recorded sort needed the pipeline, and used the baseline instead
  std::atomic<std::uint64_t> rejected{0};
  const char* faults[vksort::kKernelCount] = {};  // for each rejected pipeline
};

}  // namespace vksort

struct vksortSorter_T {
  vksort::Report report{};  // without the rejections of jobs
  vksort::Pipelines pipelines;
  vksort::PipelineSet full;
  vksort::Staging* staging = nullptr;  // null if all pipelines exist

  ~vksortSorter_T() { delete staging; }

  // Calls are checked against these, even if the baseline sorts.
  [[nodiscard]] const vksort::Algorithms& algorithms() const { return full.algorithms; }
  // With staged creation, these include the limits of the baseline, because each recorded sort can use it.
  [[nodiscard]] vksort::Decision decide(const vksort::Request& request) const;
  [[nodiscard]] vksort::MaxCounts maxCounts() const;
  [[nodiscard]] std::uint64_t scratchWords(std::uint32_t max_count) const;
  // Chooses the pipelines for a decision: the baseline, with a decision of its own, if `full` lacks one that it needs.
  [[nodiscard]] vksort::Chosen choosePipelines(const vksort::Request& request, const vksort::Decision& decision) const;
  // Lets the next jobs create these pipelines of `full`.
  void wantPipelines(std::uint64_t missing) const;
};

namespace vksort {

using SorterState = vksortSorter_T;

}  // namespace vksort
