// What a Sorter holds.
#pragma once

#include "algorithm.h"
#include "vulkan/support.h"

namespace vksort {

struct SorterState {
  SorterConfiguration configuration;
  PathReport report;
  Algorithms algorithms;
  Pipelines pipelines;  // by kernel
  RecordLimits limits;
  std::uint32_t bindings;  // of the set layout: bit i stands for VKSORT_BINDING_* i
  bool hook_set;           // recordings bind one, as set 1
};

}  // namespace vksort
