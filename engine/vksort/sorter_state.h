// The state of a Sorter.
#pragma once

#include <atomic>

#include "algorithm.h"
#include "vulkan/support.h"

namespace vksort {

// Staged creation: the input of the host's pipeline jobs.
struct Staging {
  KernelSet kernels;                                // a job for each; none without staged creation
  std::atomic<std::uint64_t> begun{0}, missing{0};  // bit i stands for kernel i
  KeyGenerator generator;                           // if the Sorter generates keys
  VkPipelineCache cache;
};
static_assert(vksort::kKernelCount <= 64);

struct SorterState {
  Report report;
  Algorithms algorithms;
  Algorithms baseline;  // of staged creation
  Pipelines pipelines;  // by kernel; those of the baseline from kKernelCount on
  Staging staging;

  [[nodiscard]] bool isStaged() const { return staging.kernels.any(); }
};

// As those of Algorithms. With staged creation also of the baseline, since any recording may take it.
[[nodiscard]] Decision decide(const SorterState& state, const Request& request);
[[nodiscard]] MaxCounts maxCountsOf(const SorterState& state);
[[nodiscard]] std::uint64_t scratchWords(const SorterState& state, std::uint32_t max_count);

// Whether a recording takes the baseline, since a pipeline is missing. Then `decision` becomes the baseline's.
bool takesBaseline(const SorterState& state, const Request& request, Decision& decision);

// Creates the pipelines of `kernels` of `algorithms`, on the threads of Creation::parallel_for if there are any. Kernel
// 0 becomes pipeline `first_pipeline`. Pipelines created before an error stay in the state.
//   The layouts of the state must exist.
// Errors: Vulkan's, of the first kernel that failed; `rejected` is that kernel if the driver rejects it, else
// kKernelCount. VK_ERROR_INITIALIZATION_FAILED, with `why`: the host did not run each job once.
[[nodiscard]] VkResult createPipelines(const SorterInfo& info, const Algorithms& algorithms, const KernelSet& kernels,
                                       std::uint32_t first_pipeline, SorterState& state, std::uint32_t& rejected,
                                       const char*& why);

// Access for non-member functions of the library.
struct SorterAccess {
  [[nodiscard]] static SorterState* stateOf(const Sorter& sorter) { return sorter.state_; }
  static void setState(Sorter& sorter, SorterState* state) { sorter.state_ = state; }
  // Leaks Vulkan objects that the device may still use.
  static void abandon(Sorter& sorter);
};

}  // namespace vksort
