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
  KeyGenerator generator;
  bool has_generator;
  VkPipelineCache cache;
  Pipelines::Subgroups subgroups;
};
static_assert(vksort::kKernelCount <= 64);

struct SorterState {
  SorterConfiguration configuration;
  Report report;
  Algorithms algorithms;
  Algorithms baseline;  // of staged creation
  Pipelines pipelines;  // by kernel; those of the baseline from kKernelCount on
  Staging staging;
  RecordLimits limits;
  std::uint32_t bindings;  // of the set layout: bit i stands for VKSORT_BINDING_* i
};

// Whether a recording takes the baseline, since a pipeline is missing. Then `decision` becomes the baseline's.
bool takesBaseline(const SorterState& state, const Request& request, Decision& decision);

// Access for non-member functions of the library.
struct SorterAccess {
  [[nodiscard]] static SorterState* stateOf(const Sorter& sorter) { return sorter.state_; }
  static void setState(Sorter& sorter, SorterState* state) { sorter.state_ = state; }
  // Destroys the pipelines, and the state.
  static void destroy(Sorter& sorter);
  // Leaks Vulkan objects that the device may still use.
  static void abandon(Sorter& sorter);
};

}  // namespace vksort
