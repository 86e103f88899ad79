// The time of each pass of a sort, and what the whole is spent on.
#pragma once

#include <string>
#include <vector>

#include "gpu/device.h"
#include "measure/measure.h"
#include "vksort_expert.h"

namespace bench {

class Vksort;

// What the device costs, whatever is sorted.
struct Costs {
  double empty_us = 0;   // a pass of nothing, see empty_pass.h
  double copy_rate = 0;  // bytes per second within as many bytes as are sorted, see bandwidth.h
};

struct PassTime {
  vksort::PassPlan plan{};
  double median_us = 0;
};

struct Breakdown {
  std::uint32_t count = 0;
  Measurement untimed;              // without timestamps between the passes
  std::vector<PassTime> passes;     // in order, each from the end of the one before, so with its barrier
  std::string used;                 // which of vksort's algorithms
  std::uint64_t scratch_bytes = 0;  // that it was given
  // Parts of the untimed total. Launches: each dispatch as long as a pass of nothing. Memory: all bytes at the copy
  // rate. The rest: shared memory, instructions, latency, and a device that few elements do not fill.
  double launch_us = 0;
  double memory_us = 0;
  double rest_us = 0;
};

// The sum of the passes. More than the untimed total by what the timestamps cost.
double timedTotal(const Breakdown& breakdown);

// Fills in the parts.
void attribute(Breakdown& breakdown, const Costs& costs);

// Errors: as measureDevice().
Breakdown measureBreakdown(const gpu::Device& device, Vksort& sort, const Workload& workload, Rounds rounds);

}  // namespace bench
