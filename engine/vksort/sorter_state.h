// What a Sorter holds.
#pragma once

#include "algorithm.h"
#include "vulkan/support.h"

namespace vksort {

struct SorterState {
  SorterConfiguration configuration;
  Report report;
  Algorithms algorithms;
  Pipelines pipelines;  // by kernel
  RecordLimits limits;
  std::uint32_t bindings;  // of the set layout: bit i stands for VKSORT_BINDING_* i
};

// Access for the functions of the library that are no members.
struct SorterAccess {
  [[nodiscard]] static SorterState* stateOf(const Sorter& sorter) { return sorter.state_; }
  static void setState(Sorter& sorter, SorterState* state) { sorter.state_ = state; }
  // Destroys the pipelines, and the state.
  static void destroy(Sorter& sorter);
  // Forgets what the device may still use.
  static void abandon(Sorter& sorter);
};

}  // namespace vksort
